// Checks the declarations of the package with its users' versions of TypeScript.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript-5';
import { inHere, node } from './kit.mjs';

/** The options of a user's tsconfig.json. Libraries are checked, too. @type {import('typescript-5').CompilerOptions} */
const strict = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};

/** The two common ways to resolve modules. */
const resolutions = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

/** Returns the entries that TypeScript can import. @param {string} unpacked */
function entriesOf(unpacked) {
  const { exports } = JSON.parse(fs.readFileSync(path.join(unpacked, 'package.json'), 'utf8'));
  return Object.keys(exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => `scaledot${entry.slice(1)}`);
}

/**
 * Writes a program that uses every export of every entry: it reads values and names types.
 * @param {string} folder @param {readonly string[]} entries
 */
function everyExport(folder, entries) {
  const file = path.join(folder, 'src/entries.ts');
  fs.writeFileSync(
    file,
    entries.map((entry, i) => `import * as e${i} from '${entry}';\n`).join(''),
  );
  const program = ts.createProgram([file], strict);
  fs.rmSync(file);
  const checker = program.getTypeChecker();
  const lines = [];
  const vague = [];
  const untold = [];
  for (const [i, statement] of program.getSourceFile(file)?.statements.entries() ?? []) {
    const { moduleSpecifier } = /** @type {import('typescript-5').ImportDeclaration} */ (statement);
    const module = checker.getSymbolAtLocation(moduleSpecifier);
    assert.ok(module, `no declarations of ${entries[i]}`);
    lines.push(`import * as e${i} from '${entries[i]}';`);
    for (const symbol of checker.getExportsOfModule(module)) {
      const target =
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const name = `e${i}.${symbol.name}`;
      const used = `${symbol.name.replace(/\W/g, '_')}_${i}`;
      const isType = symbol.declarations?.some(
        (declaration) => ts.isExportSpecifier(declaration) && declaration.parent.parent.isTypeOnly,
      );
      if (target.flags & ts.SymbolFlags.Value && !isType) {
        lines.push(`export const value_${used} = ${name};`);
        const type = checker.getTypeOfSymbol(target);
        vague.push(...anyIn(checker, type).map((what) => name + what));
        if (type.getCallSignatures().length > 0 && !isTold(checker, target)) untold.push(name);
      }
      if (target.flags & ts.SymbolFlags.Type) {
        lines.push(`export type Type_${used} = ${name}${argumentsOf(target)};`);
        const type = checker.getDeclaredTypeOfSymbol(target);
        if (type.flags & ts.TypeFlags.Any) vague.push(name);
      }
    }
  }
  fs.writeFileSync(path.join(folder, 'src/every-export.ts'), `${lines.join('\n')}\n`);
  return { count: lines.length - entries.length, vague, untold };
}

/**
 * Whether an editor shows a summary and an example of a function.
 * @param {import('typescript-5').TypeChecker} checker @param {import('typescript-5').Symbol} symbol
 */
const isTold = (checker, symbol) =>
  symbol.getDocumentationComment(checker).length > 0 &&
  symbol.getJsDocTags().some(({ name }) => name === 'example');

/** Returns type arguments for type parameters without a default. @param {import('typescript-5').Symbol} symbol */
function argumentsOf(symbol) {
  const parameters = symbol.declarations?.flatMap(
    (declaration) =>
      /** @type {import('typescript-5').TypeAliasDeclaration} */ (declaration).typeParameters ?? [],
  );
  return parameters?.some((parameter) => !parameter.default)
    ? `<${parameters.map(() => 'any').join(', ')}>`
    : '';
}

/**
 * Returns where a type contains `any`, which means that a declaration was lost.
 * @param {import('typescript-5').TypeChecker} checker @param {import('typescript-5').Type} type
 */
function anyIn(checker, type) {
  const isAny = (/** @type {import('typescript-5').Type} */ of) => of.flags & ts.TypeFlags.Any;
  if (isAny(type)) return [''];
  return type
    .getCallSignatures()
    .flatMap((signature) => [
      ...(isAny(signature.getReturnType()) ? ['()'] : []),
      ...signature.parameters
        .filter((parameter) => isAny(checker.getTypeOfSymbol(parameter)))
        .map((parameter) => `(${parameter.name})`),
    ]);
}

/** TypeScript 5, and this repository's version, 7. */
const compilers = {
  'TypeScript 5': inHere('node_modules/typescript-5/bin/tsc'),
  'TypeScript 7': inHere('../../node_modules/typescript/bin/tsc'),
};

/**
 * @param {import('node:test').TestContext} t
 * @param {{home: string, unpacked: string}} place
 */
export async function tryTypes(t, { home, unpacked }) {
  const folder = path.join(home, 'typescript');
  fs.cpSync(inHere('types'), path.join(folder, 'src'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await t.test('no export is of type any; every function has a summary and an example', () => {
    const { count, vague, untold } = everyExport(folder, entriesOf(unpacked));
    assert.deepEqual(vague, []);
    assert.deepEqual(untold, []);
    assert.ok(count > 100, `${count} exports`);
  });
  for (const [compiler, tsc] of Object.entries(compilers)) {
    for (const [name, resolution] of Object.entries(resolutions)) {
      await t.test(`${compiler}, ${name}: a strict program that uses every export`, async () => {
        const config = {
          compilerOptions: {
            ...{ strict: true, noEmit: true, target: 'es2022', types: [], jsx: 'react-jsx' },
            ...resolution,
          },
          include: ['src'],
        };
        fs.writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(config));
        await node(folder, tsc, '-p', `${name}.json`);
      });
    }
  }
}
