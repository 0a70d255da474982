// Extracts the reference of the package as data, for its documentation and for completion in the playground's editor. TypeScript's
// checker reads it from the JSDoc in web/. The TypeScript version that checks this repository has no API for that, so an older one is
// installed only for this. It reads the sources instead of dist/types, because the page needs the table before an engine is built.
import fs from 'node:fs';
import path from 'node:path';
import { getLibFiles, ts } from '@ts-morph/common';
import { writeElements } from './declarations.mjs';
import { entries } from './package.mjs';
import { inRoot } from './tools.mjs';

/**
 * @typedef {object} Field a field of a type, or a parameter
 * @property {string} name
 * @property {string} type
 * @property {boolean} optional
 * @property {string} [initial] the default
 * @property {string} summary
 * @property {Field[]} [fields] the fields of a parameter that takes an object
 *
 * @typedef {object} Signature
 * @property {string} text
 * @property {Field[]} parameters
 * @property {{type: string, summary: string, fields: Field[]}} returns
 *
 * @typedef {object} Item an item of an entry, or a member of a class
 * @property {string} name
 * @property {'function' | 'class' | 'constant' | 'getter' | 'type'} kind
 * @property {string} summary
 * @property {Signature[]} signatures of a function
 * @property {string} [type] the type of a constant or a getter, or the definition of a type
 * @property {Field[]} [fields] of a type that is an object
 * @property {Item[]} [members] of a class
 * @property {boolean} [inner] whether only functions create the class, which is then exported as a type
 * @property {string[]} examples
 * @property {string[]} sources papers, chapters, equations
 * @property {string[]} throws
 *
 * @typedef {object} Entry
 * @property {string} name as it is imported
 * @property {string} summary
 * @property {string[]} examples
 * @property {Item[]} items
 */

const whole =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;
const folder = inRoot('build', 'reference');

/** Whether a file belongs to this repository. @param {string} name */
const isOwnFile = (name) => name.startsWith(inRoot('web')) || name.startsWith(folder);

/** Converts text to one line, without details that only editors need. @param {string} text */
const tidy = (text) =>
  text
    .replaceAll(/import\("[^"]*"\)\./g, '')
    .replaceAll(/Float32Array<ArrayBufferLike>|Float32Array<ArrayBuffer>/g, 'Float32Array')
    .replaceAll(/(\w+Array)<ArrayBuffer(?:Like)?>/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Matches the default of a field at the start of its description: `64; length of a query`. A list of numbers, `0, 1, 2 ...`, is no default. */
const initialFirst =
  /^('[^']*'|-?\d[\d.]*(?:e-?\d+)?(?:\/sqrt\(\w+\))?|true|false|\[(?:'[^\]]*)?\]|Infinity)(?:;\s*|,(?! ?\d)\s*|$)/;

/** @param {string} text @param {boolean} optional */
function initialOf(text, optional) {
  const [all, initial] = (optional && text.match(initialFirst)) || [];
  return all === undefined ? { summary: text } : { initial, summary: text.slice(all.length) };
}

/** Returns the fields of a union of objects. A field that one of them lacks is optional. @param {readonly Field[][]} kinds */
function fieldsOfAny(kinds) {
  const objects = kinds
    .map((fields) => fields.filter(({ type }) => !['never', 'undefined'].includes(type)))
    .filter((fields) => fields.length > 0);
  const all = new Map(objects.flat().map((field) => [field.name, field]));
  const isInAll = (/** @type {string} */ name) =>
    objects.every((fields) => fields.some((field) => field.name === name));
  return [...all.values()].map((field) => ({
    ...field,
    optional: field.optional || !isInAll(field.name),
  }));
}

/** Returns the comment at the head of a file. @param {import('@ts-morph/common').ts.SourceFile} source */
function headOf(source) {
  const [, comment = ''] = source.text.match(/^(?:\/\/.*\n)*\/\*\*([^]*?)\*\//) ?? [];
  const text = comment.replaceAll(/^ *\* ?/gm, '').trim();
  const [summary, ...examples] = text.split(/^@example\n/m);
  return {
    summary: tidy(summary.replace(/^[\w/]+: /, '')),
    examples: examples.map((example) => example.trim()),
  };
}

/** @typedef {import('@ts-morph/common').ts.Symbol} Symbol */
/** @typedef {import('@ts-morph/common').ts.Type} Type */
/** @typedef {import('@ts-morph/common').ts.Node} Node */
/** @typedef {import('@ts-morph/common').ts.Signature} CallSignature */

/** @param {import('@ts-morph/common').ts.Program} program */
function readerOf(program) {
  const checker = program.getTypeChecker();

  /** @param {Symbol} symbol */
  const real = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

  const textOf = (/** @type {Type} */ type, /** @type {Node} */ at) =>
    tidy(checker.typeToString(type, at, whole));

  const told = (/** @type {import('@ts-morph/common').ts.SymbolDisplayPart[]} */ parts) =>
    tidy(ts.displayPartsToString(parts));

  /** Removes undefined from the type of an optional field. @param {Type} type @param {boolean} optional */
  const given = (type, optional) => (optional ? checker.getNonNullableType(type) : type);

  /** Returns the comment of a type, or of the type for which it is an alias. @param {Symbol | undefined} symbol @returns {string} */
  function typeComment(symbol) {
    const declaration = symbol?.declarations?.[0];
    if (!symbol || !declaration) return '';
    // A type from a type file.
    if (ts.isTypeAliasDeclaration(declaration))
      return told(symbol.getDocumentationComment(checker));
    if (!ts.isJSDocTypedefTag(declaration)) return '';
    const own = tidy(ts.getTextOfJSDocComment(declaration.comment) ?? '');
    if (own) return own;
    // Types with parameters are exported as `import('./types.js').Name<Parameter>`.
    const { type } = /** @type {any} */ (declaration.typeExpression) ?? {};
    const meant =
      type && ts.isImportTypeNode(type) && type.qualifier
        ? real(/** @type {Symbol} */ (checker.getSymbolAtLocation(type.qualifier)))
        : checker.getDeclaredTypeOfSymbol(/** @type {Symbol} */ (symbol)).aliasSymbol;
    return meant === symbol ? '' : typeComment(meant);
  }

  /**
   * Returns the fields of an object that is made for a call; an empty list for other types.
   * @param {Type} type
   * @param {string} words  its description, which may describe fields: `axis: -1, the last`
   * @returns {Field[]}
   */
  function fieldsOf(type, words = '') {
    const plain = checker.getNonNullableType(type);
    const told = [...new Set([words, typeComment(plain.aliasSymbol)])].filter(Boolean).join('; ');
    if (plain.isUnion()) return fieldsOfAny(plain.types.map((each) => fieldsOf(each, told)));
    const isData =
      plain.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection) &&
      plain.getCallSignatures().length === 0 &&
      !checker.isArrayLikeType(plain) &&
      !plain.isClass() &&
      !['Tensor', 'TensorInput'].includes((plain.aliasSymbol ?? plain.symbol)?.name);
    if (!isData) return [];
    /** @type {Field[]} */
    const fields = [];
    for (const property of plain.getProperties()) {
      const declaration = property.declarations?.[0];
      if (!declaration || !isOwn(declaration)) return [];
      fields.push(fieldOf(property, declaration, told));
    }
    return fields;
  }

  const isOwn = (/** @type {Node} */ node) => isOwnFile(node.getSourceFile().fileName);

  /** @param {Symbol} property @param {Node} at @param {string} words @returns {Field} */
  function fieldOf(property, at, words) {
    const optional = Boolean(property.flags & ts.SymbolFlags.Optional);
    const type = given(checker.getTypeOfSymbolAtLocation(property, at), optional);
    const says =
      told(property.getDocumentationComment(checker)) ||
      words.match(RegExp(`(?:^|[;.] )${property.name}: (.*?)(?=[;.] \\w+: |$)`))?.[1] ||
      '';
    return { name: property.name, type: textOf(type, at), optional, ...initialOf(says, optional) };
  }

  /** @param {Symbol} parameter @param {Node} at @returns {Field} */
  function parameterOf(parameter, at) {
    const declaration = parameter.valueDeclaration;
    const optional = Boolean(
      declaration &&
      (ts.isParameter(declaration)
        ? checker.isOptionalParameter(declaration) || declaration.initializer
        : ts.isJSDocParameterTag(declaration) && declaration.isBracketed),
    );
    const type = given(checker.getTypeOfSymbolAtLocation(parameter, declaration ?? at), optional);
    const says = told(parameter.getDocumentationComment(checker)).replace(/^- /, '');
    const rest =
      declaration && ts.isParameter(declaration) && declaration.dotDotDotToken ? '...' : '';
    return {
      name: rest + parameter.name,
      type: textOf(type, at),
      optional,
      ...initialOf(says, optional),
      fields: fieldsOf(type, says),
    };
  }

  /** @param {CallSignature} signature @param {string} name @param {Node} at @returns {Signature} */
  function signatureOf(signature, name, at) {
    const parameters = signature.getParameters().map((each) => parameterOf(each, at));
    const type = signature.getReturnType();
    const tag = signature.getJsDocTags().find((each) => each.name === 'returns');
    const { declaration } = signature;
    const overload = declaration && ts.isJSDocSignature(declaration) && declaration.type?.comment;
    const awaited = checker.getAwaitedType(type) ?? type;
    const head = parameters.map((each) => `${each.name}${each.optional ? '?' : ''}: ${each.type}`);
    return {
      text: `${name}(${head.join(', ')}): ${textOf(type, at)}`,
      parameters,
      returns: {
        type: textOf(type, at),
        summary: tidy(ts.getTextOfJSDocComment(overload || undefined) ?? told(tag?.text ?? [])),
        fields: fieldsOf(awaited),
      },
    };
  }

  /** @param {Symbol} symbol @param {Node} at */
  function commentOf(symbol, at) {
    const type = checker.getTypeOfSymbolAtLocation(symbol, at);
    const overloads = type.getCallSignatures();
    const words = [symbol, ...overloads].map((each) => told(each.getDocumentationComment(checker)));
    const tags = symbol.getJsDocTags(checker);
    const textsOf = (/** @type {string} */ name) =>
      tags
        .filter((tag) => tag.name === name)
        .map((tag) => ts.displayPartsToString(tag.text ?? []).trim())
        .filter((text, i, all) => all.indexOf(text) === i);
    return {
      summary: words.find((text) => text !== '') ?? '',
      examples: textsOf('example'),
      sources: textsOf('see').map(tidy),
      throws: textsOf('throws').map(tidy),
    };
  }

  /** @param {Symbol} symbol @param {string} name @returns {Item | undefined} */
  function itemOf(symbol, name = symbol.name) {
    const own = real(symbol);
    const at = own.declarations?.[0];
    if (
      !at ||
      (ts.getCombinedModifierFlags(/** @type {any} */ (at)) & ts.ModifierFlags.Static) !== 0
    )
      return undefined;
    const comment = commentOf(own, at);
    const type = checker.getDeclaredTypeOfSymbol(own);
    // Some classes are exported only as types.
    if (type.isClass()) {
      const members = type
        .getProperties()
        .filter(
          ({ name: member, declarations }) =>
            !/^(#|_|constructor$)/.test(member) && declarations?.[0] && isOwn(declarations[0]),
        )
        .flatMap((each) => itemOf(each) ?? []);
      const inner = !(own.flags & ts.SymbolFlags.Class);
      return { name, kind: 'class', ...comment, signatures: [], members, inner };
    }
    if (own.flags & ts.SymbolFlags.TypeAlias || own.flags & ts.SymbolFlags.Interface) {
      const fields = fieldsOf(type, typeComment(own));
      // Without InTypeAlias the checker would print only the name.
      const flags = whole | ts.TypeFormatFlags.InTypeAlias;
      const text = tidy(checker.typeToString(type, at, flags));
      const summary = comment.summary || typeComment(own);
      return { name, kind: 'type', ...comment, summary, signatures: [], type: text, fields };
    }
    const value = checker.getTypeOfSymbolAtLocation(own, at);
    const calls = checker.getNonNullableType(value).getCallSignatures();
    if (calls.length > 0) {
      const signatures = calls.map((each) => signatureOf(each, name, at));
      return { name, kind: 'function', ...comment, signatures };
    }
    const kind = own.flags & ts.SymbolFlags.GetAccessor ? 'getter' : 'constant';
    const fields = fieldsOf(value);
    return { name, kind, ...comment, signatures: [], type: textOf(value, at), fields };
  }

  return (/** @type {string} */ file) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!source || !module)
      return { ...(source ? headOf(source) : { summary: '', examples: [] }), items: [] };
    const items = checker.getExportsOfModule(module).flatMap((each) => itemOf(each) ?? []);
    return { ...headOf(source), items };
  };
}

/** Returns the entries with functions, and the sources of their declarations. */
function filesOfEntries() {
  const silent = ['worker', 'define', 'charts-define', 'cli'];
  const written = ['elements', 'charts'];
  return Object.entries(entries)
    .filter(([name]) => !silent.includes(name))
    .map(([name, file]) => [
      name === 'index' ? 'scaledot' : `scaledot/${name}`,
      written.includes(name) ? path.join(folder, `${name}.d.ts`) : inRoot('web', file),
    ]);
}

/** Returns the whole reference. @returns {Entry[]} */
export function referenceOf() {
  fs.mkdirSync(folder, { recursive: true });
  writeElements(folder);
  const files = filesOfEntries();
  const options = {
    allowJs: true,
    checkJs: true,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const libraries = new Map(getLibFiles().map(({ fileName, text }) => [fileName, text]));
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    const text = libraries.get(path.basename(name));
    return text === undefined || isOwnFile(name)
      ? getSourceFile.call(host, name, ...rest)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2023);
  };
  const program = ts.createProgram({ rootNames: files.map(([, file]) => file), options, host });
  const read = readerOf(program);
  const classes = new Set();
  /** Whether an item is new. Adapters export the engine's inner classes again, which are listed once. @param {Item} item */
  const isNew = ({ name, kind, inner }) => {
    const known = classes.has(name);
    if (kind === 'class') classes.add(name);
    return !(inner && known);
  };
  return files.map(([name, file]) => {
    const { items, ...rest } = read(file);
    return { name, ...rest, items: items.filter(isNew) };
  });
}

// --- The editor's table -----------------------------------------------------------------

/** @typedef {{name: string, of: string, kind: string, signature: string, summary: string, fields?: {name: string, type: string, summary: string}[]}} Completion */

/** The names of instances and modules in programs. @type {Record<string, string>} */
const callers = { Engine: 'sd', scaledot: '' };

/** Cuts text to the length of a line. @param {string} text @param {number} most */
const short = (text, most) =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;

/** Returns the first sentence or two. @param {string} text @returns {string} */
function begin(text) {
  const sentences = text.split(/(?<=[.;:]) (?=[A-Z])/);
  return short(sentences.slice(0, 2).join(' '), 220);
}

/** Returns the short signature of an item. @param {Item} item */
function callOf({ name, kind, signatures, type }) {
  if (kind === 'class') return `class ${name}`;
  if (signatures.length === 0) return short(`${name}: ${type}`, 120);
  const { parameters, returns } = /** @type {Signature} */ (signatures.at(-1));
  const names = parameters.map((each) => each.name + (each.optional ? '?' : ''));
  return short(`${name}(${names.join(', ')}): ${returns.type}`, 160);
}

/** @param {Item} item @param {string} of @returns {Completion} */
function completionOf(item, of) {
  const options = item.signatures
    .flatMap(({ parameters }) =>
      parameters.filter(({ name }) =>
        /^(options|choice|parameters|callbacks|attributes|inputs)$/.test(name),
      ),
    )
    .flatMap(({ fields = [] }) => fields);
  const fields = [...new Map(options.map((field) => [field.name, field])).values()];
  return {
    name: item.name,
    of,
    kind: item.kind,
    signature: callOf(item),
    summary: begin(item.summary),
    ...(fields.length > 0 && {
      fields: fields.map(({ name, type, initial, summary }) => ({
        name,
        type: short(type, 80),
        summary: short([initial, summary].filter(Boolean).join('; '), 120),
      })),
    }),
  };
}

/** Returns the completions of the editor. @param {readonly Entry[]} reference @returns {Completion[]} */
export function completionsOf(reference) {
  const shown = reference.filter(({ name }) => !/(lean|elements)$/.test(name));
  return shown.flatMap(({ name, items }) => {
    const of = callers[name] ?? name.replace('scaledot/', '');
    return items
      .filter(({ kind }) => kind !== 'type')
      .flatMap((item) => [
        ...(item.inner ? [] : [completionOf(item, of)]),
        ...(item.members ?? []).map((each) => completionOf(each, callers[item.name] ?? item.name)),
      ]);
  });
}

/** Writes build/reference/completions.js, and reference.json for the documentation. */
export function writeReference() {
  const reference = referenceOf();
  const type = `declare const completions: readonly {
  name: string; of: string; kind: string; signature: string; summary: string;
  fields?: readonly { name: string; type: string; summary: string }[];
}[];
export default completions;
`;
  fs.writeFileSync(path.join(folder, 'reference.json'), JSON.stringify(reference));
  const table = completionsOf(reference);
  const code = `// Made by scripts/reference.mjs from web/.\nexport default ${JSON.stringify(table)};\n`;
  fs.writeFileSync(path.join(folder, 'completions.js'), code);
  fs.writeFileSync(path.join(folder, 'completions.d.ts'), type);
}
