/** Pictures saved as files without a document: the markup of templates, with styles as attributes. */
import { describe, expect, test } from '@jest/globals';
import { nothing, svg } from 'lit';
import { composeSvg } from '../../../web/charts/export.js';
import { histogram } from '../../../web/charts/histogram.js';
import { markupOf, standaloneSvg } from '../../../web/charts/standalone.js';
import { tokens } from '../../../web/charts/tokens.js';

const sheet = { width: 300, height: 200, title: 'd_k & "more"', summary: 'a < b', link: 'made so' };

/** @param {unknown} content */
const file = (content) =>
  standaloneSvg(
    /** @type {any} */ ({ content, box: { left: 0, top: 0, right: 300, bottom: 200 } }),
    sheet,
  );

describe('markup', () => {
  test('quotes attributes, leaves out what is nothing, and keeps what is there or not', () => {
    const dash = true;
    const none = false;
    const made = svg`<path class="line" d=${'M0,0'} x=${nothing} ?data-dash=${dash} ?data-thin=${none}></path>`;
    expect(markupOf(made)).toBe('<path class="line" d="M0,0" data-dash=""></path>');
  });

  test('puts values into quoted attributes, and escapes whatever comes from outside', () => {
    const made = svg`<g viewBox="${0} ${1}" data-key=${'a"b'}>${'<script>'}${[svg`<a></a>`, nothing, 2]}</g>`;
    expect(markupOf(made)).toBe('<g viewBox="0 1" data-key="a&quot;b">&lt;script&gt;<a></a>2</g>');
  });
});

describe('styles', () => {
  const color = (/** @type {string} */ name) =>
    new RegExp(`--sd-${name}: .*light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens.cssText)?.slice(1) ??
    [];

  test("are a mark's own colour, or that of the group it is in", () => {
    const made = file(
      svg`<g data-color="key"><path class="line" d="M0,0"></path><path class="line" data-color="query" d="M1,1"></path></g><path class="line" d="M2,2"></path>`,
    );
    const [key, query, ink] = ['key', 'query', 'ink'].map((name) => color(name)[0]);
    expect(made).toContain(`d="M0,0" fill="none" stroke="${key}"`);
    expect(made).toContain(`d="M1,1" fill="none" stroke="${query}"`);
    expect(made).toContain(`d="M2,2" fill="none" stroke="${ink}"`);
  });

  test('depend on classes and attributes, and the later rule counts', () => {
    const made = file(
      svg`<path class="line" data-dash="" d="M0,0"></path><text class="title" x="1">T</text><text x="2">t</text>`,
    );
    expect(made).toMatch(/d="M0,0"[^>]*stroke-dasharray="5 4"/);
    expect(made).toMatch(/<text x="1" fill="#1b1e23" font-size="13" font-weight="600">T/);
    expect(made).toMatch(/<text x="2" fill="#5c636d" font-size="12">t/);
  });

  test('name no face that only our pages have', () => {
    const made = file(svg`<text x="1">T</text>`);
    expect(made).toMatch(/font-family="[^"]*'Noto Sans',[^"]*'PingFang SC'/);
    expect(made).not.toMatch(/scaledot (Signs|Quotes)|var\(/);
    const font = `Arial, 'scaledot Signs', 'scaledot Quotes', "scaledot Math", sans-serif`;
    const colors = { ink: '', muted: '', paper: '' };
    const drawn = composeSvg({ width: 9, height: 9, body: '', title: 'T', colors, font });
    expect(drawn).toContain('font-family="Arial, sans-serif"');
  });

  test('have the other half of each colour for dark systems', () => {
    const made = file(svg`<path class="line" data-color="score" d="M0,0"></path>`);
    const [light, dark] = color('score');
    expect(made).toContain(`[stroke="${light}"]{stroke:${dark}}`);
  });

  test('leave nothing that only a page understands', () => {
    const drawn = histogram({
      width: 300,
      height: 200,
      bars: { low: 0, high: 1, counts: [1, 2, 3], label: 'bars' },
      curves: [{ key: 'c', label: 'c', xs: [0, 1], ys: [1, 2], color: 'score', dash: true }],
      markers: [{ key: 'm', x: 0.5, label: 'm', color: 'key' }],
      spans: [{ key: 's', from: 0.2, to: 0.4, label: 's' }],
      x: { label: 'd_k' },
      y: { label: 'density' },
    });
    const made = standaloneSvg(drawn, sheet);
    expect(made).not.toMatch(/var\(|light-dark|class=|data-|="[^"]*px"|undefined|NaN/);
    expect(made).toContain('<title>d_k &amp; &quot;more&quot;</title>');
    expect(made.match(/<(path|text)\b/g)?.length).toBeGreaterThan(12);
  });
});
