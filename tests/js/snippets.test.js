// The snippets that the share dialog offers to copy.
import { expect, test } from '@jest/globals';
import {
  addressSnippet,
  elementSnippet,
  frameSnippet,
  jsonSnippet,
  linkSnippet,
  packageSnippet,
  story,
  withChoices,
} from '../../web/labs/lab/snippets.js';
import { change, initialParams, parse } from '../../web/tables/state.js';

const place = {
  home: 'https://example.org/lab/',
  lab: 'variance',
  tag: 'scaledot-variance',
  title: 'A "title" & more',
  fallback: 'a < b & c',
};
const { params } = change(initialParams('variance'), { dk: 8, query: 'uniform', querySd: 0.5 });

test('a link holds the state', () => {
  expect(linkSnippet(params, place)).toBe(
    'https://example.org/lab/#dk=8&query=uniform&query-sd=0.5',
  );
});

test('a frame is sandboxed, has a title, and its text is escaped', () => {
  const frame = frameSnippet(params, place);
  expect(frame).toContain(
    'src="https://example.org/lab/embed.html#dk=8&amp;query=uniform&amp;query-sd=0.5"',
  );
  expect(frame).toContain('title="A &quot;title&quot; &amp; more"');
  expect(frame).toMatch(/sandbox="allow-scripts /);
  expect(frame).not.toContain('allow-same-origin');
});

test('a frame is as tall as asked; only one that is to fit brings a script', () => {
  expect(frameSnippet(params, place)).toContain('height="760"');
  expect(frameSnippet(params, place)).not.toContain('<script');
  expect(frameSnippet(params, place, { height: 420, fit: true })).toMatch(
    /height="420"[^]*<\/iframe>\n<script async src="https:\/\/example\.org\/lab\/embed\.js"><\/script>$/,
  );
});

test('an element has its attributes and its text, escaped', () => {
  const element = elementSnippet(params, place);
  expect(element).toContain(
    '<script type="module" src="https://example.org/lab/elements.js"></script>',
  );
  expect(element).toContain('<scaledot-variance dk="8" query="uniform" query-sd="0.5">');
  expect(element).toContain('a &lt; b &amp; c');
});

test('a program stands in its element as text, and in what is no HTML packed', () => {
  const { params: state } = change(
    initialParams('playground'),
    { experiment: 'mask', code: 'KyjKzCvRUDBUsFEw0gQA', controls: 'dk~8', lang: 'en' },
    'playground',
  );
  const here = { ...place, lab: 'playground', tag: 'scaledot-playground' };
  const program = "if (1 < 2 && '</pre>') {\n  print('a &amp; b');\n}\n";
  const element = elementSnippet(state, { ...here, program });
  expect(element).toContain(`<scaledot-playground controls="dk~8" lang="en">
<pre>
if (1 &lt; 2 &amp;&amp; '&lt;/pre>') {
  print('a &amp;amp; b');
}
</pre>
</scaledot-playground>`);
  expect(packageSnippet(state, { ...here, program })).toContain('code="KyjKzCvRUDBUsFEw0gQA"');
});

test('JSON is complete, and setState takes it back', () => {
  const { lab, ...values } = JSON.parse(jsonSnippet(params, place));
  expect(lab).toBe('variance');
  expect(change(initialParams('variance'), values)).toEqual({ params, notes: [] });
});

test('without a site the element comes from the package', () => {
  expect(elementSnippet(params, { ...place, home: '' })).toContain(
    "import 'scaledot/elements/define'",
  );
});

test('the choices of the dialog are part of the state', () => {
  const chosen = withChoices(
    params,
    { hide: 'code', lock: 'all', theme: 'dark', lang: 'en' },
    'variance',
  );
  expect(chosen).toEqual(
    parse('dk=8&query=uniform&query-sd=0.5&lang=en&theme=dark&hide=code&lock=all').params,
  );
});

test('a figure is an element with the name of its picture', () => {
  const own = { ...place, tag: 'scaledot-figure', picture: 'growth' };
  const shown = withChoices(params, { show: 'growth' }, 'variance');
  const tag =
    '<scaledot-figure lab="variance" picture="growth" dk="8" query="uniform" query-sd="0.5">';
  expect(elementSnippet(shown, own)).toContain(tag);
  expect(packageSnippet(shown, own)).toBe(
    `import 'scaledot/elements/define';\n\n${tag}\n  a &lt; b &amp; c\n</scaledot-figure>`,
  );
  expect(addressSnippet(shown, own)).toBe(
    'https://example.org/lab/embed.html#dk=8&query=uniform&query-sd=0.5&show=growth',
  );
});

test('of the story the language and the theme are shared, and no settings', () => {
  const own = { ...place, ...story };
  const dark = { ...params, theme: 'dark', lang: 'zh-Hans' };
  expect(linkSnippet(params, own)).toBe('https://example.org/lab/#lab=story');
  expect(addressSnippet(dark, own)).toBe(
    'https://example.org/lab/embed.html#lab=story&lang=zh-Hans&theme=dark',
  );
  expect(elementSnippet(dark, own)).toContain('<scaledot-story lang="zh-Hans" theme="dark">');
  expect(JSON.parse(jsonSnippet(dark, own))).toEqual({
    lab: 'story',
    lang: 'zh-Hans',
    theme: 'dark',
  });
});
