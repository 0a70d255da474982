// The same actions by keyboard, pointer and finger give the same digits in three browsers. All but the first test run only
// with --all.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { inRoot } from '../../scripts/tools.mjs';
import { labs } from '../../web/elements/index.js';
import common from '../../web/i18n/common.en.js';
import { host } from '../browser/host.js';
import { soon } from '../links.js';

/** @typedef {import('./drivers.mjs').Browser} Browser */
/** @typedef {import('./drivers.mjs').Point} Point */

const withPresets = labs.filter(({ presets }) => presets.length > 0);

/** Waits for the scripts of the page's frame. @param {Browser} browser */
export async function frameOf(browser) {
  for (let tries = 0; !(await browser.inFrame(() => Boolean(globalThis.watch))); ++tries) {
    assert.ok(tries < 300, `${browser.name}: no script runs in the frame`);
    await rest(100);
  }
}

/** Returns the middle of the first match, brought into view. @param {string} selector @returns {Promise<Point>} */
async function middleOf(selector) {
  const [element] = await watch.until(() => {
    const found = watch.all(selector);
    return found.length > 0 && found;
  }, selector);
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

/** @param {string} selector */
const focus = (selector) =>
  watch.until(() => {
    const [element] = watch.all(selector);
    element?.focus();
    return element?.matches(':focus');
  }, `${selector} to be focused`);

/** Waits until a parameter of the page's lab has changed, and returns it. @param {string} name @param {unknown} before */
const changed = async (name, before) =>
  watch.until(() => {
    const now = document.querySelector('#lab').getState()[name];
    return now !== before && String(now);
  }, `another ${name}`);

/** Waits for the code that handles drags, which loads after the first answer. An earlier drag would do nothing. */
const canDrag = () =>
  watch.until(() => watch.all('sd-figure').every(({ reading }) => reading), 'handles to be held');

/** Returns the current position of a handle's mark. @param {string} selector @returns {Point} */
const placeOf = (selector) => {
  const { left, top, width, height } = watch.all(selector)[0].getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/**
 * Drags the first key of the Scoring plane and waits until it is drawn where it was released. Returns all keys.
 * @param {Browser} browser
 * @param {{x: number, y: number}} way
 * @param {(browser: Browser, from: Point, to: Point) => Promise<void>} [drag]
 */
async function dragKey(browser, way, drag = (browser, ...ends) => browser.drag(...ends)) {
  const mark = 'circle.point[data-key="k0"]';
  await browser.run(canDrag);
  const from = await browser.run(middleOf, mark);
  const to = { x: from.x + way.x, y: from.y + way.y };
  await drag(browser, from, to);
  for (let tries = 0; ; ++tries) {
    const { x, y } = await browser.run(placeOf, mark);
    if (Math.hypot(x - to.x, y - to.y) < 3) break;
    assert.ok(
      tries < 600, // 50 ms each
      `${browser.name}: dragged to ${to.x}, ${to.y}, drawn at ${x}, ${y}`,
    );
    await rest(50);
  }
  return browser.run(() => String(document.querySelector('#lab').getState().k));
}

/**
 * Produces the events of a finger from inside the page: touches, and pointer events of the type `touch` on the element below.
 * A finger keeps its first element until it is lifted. Returns whether the page kept the touch, so that nothing scrolls.
 * @param {Point[]} way
 */
async function finger(way) {
  const at = ({ x, y }) => {
    let found = document.elementFromPoint(x, y);
    for (let inner; (inner = found.shadowRoot?.elementFromPoint(x, y)) && inner !== found;)
      found = inner;
    return found;
  };
  const target = at(way[0]);
  const common = { bubbles: true, composed: true, cancelable: true, view: window };
  const make = (/** @type {[string, string]} */ [pointer, touch], /** @type {Point} */ point) => {
    const { x: clientX, y: clientY } = point;
    const place = { clientX, clientY, button: pointer === 'pointermove' ? -1 : 0 };
    // WebKit lets scripts capture only one pointer, the first, which is the mouse's.
    const known = { pointerId: 1, pointerType: 'touch', isPrimary: true };
    target.dispatchEvent(new PointerEvent(pointer, { ...common, ...place, ...known }));
    return !target.dispatchEvent(new TouchEvent(touch, common)); // no handler here reads the position
  };
  const isKept = make(['pointerdown', 'touchstart'], way[0]);
  for (const point of way) {
    make(['pointermove', 'touchmove'], point);
    await new Promise(requestAnimationFrame);
  }
  make(['pointerup', 'touchend'], way.at(-1));
  // A native slider follows real fingers but not synthetic ones, so its new value is set here.
  if (target.type === 'range') {
    const { left, width } = target.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (way.at(-1).x - left) / width));
    target.valueAsNumber = Number(target.min) + share * (target.max - target.min);
    for (const type of ['input', 'change'])
      target.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }
  return isKept;
}

/**
 * Drags with a finger. WebKit's driver performs a touch as a mouse action, so there the page produces the events of a finger
 * and returns whether it kept the first touch.
 * @param {Browser} browser
 * @param {Point} from
 * @param {Point} to
 */
async function dragByFinger(browser, from, to) {
  if (browser.name !== 'webkit') return browser.drag(from, to, 'touch');
  const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return browser.run(finger, [from, half, to]);
}

/** Returns the thumb of a slider, and its left end. @param {string} selector @returns {Promise<[Point, Point]>} */
async function slideOf(selector) {
  const [slider] = await watch.until(() => {
    const found = watch.all(selector);
    return found.length > 0 && found;
  }, selector);
  slider.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = slider.getBoundingClientRect();
  const { min, max, valueAsNumber } = slider;
  const thumb = 16;
  const share = (valueAsNumber - min) / (max - min);
  const y = Math.round(top + height / 2);
  return [
    { x: Math.round(left + thumb / 2 + share * (width - thumb)), y },
    { x: Math.round(left), y },
  ];
}

/** Returns the key dimension, once its slider is at its left end. */
const sliderAtEnd = () =>
  watch.until(() => {
    const [slider] = watch.all('#dk-slider');
    const { dk } = document.querySelector('#lab').getState();
    return slider.value === slider.min && dk === 1 && String(dk);
  }, 'the slider at its end');

/** Records the files that the page saves, each with its name. */
function catchFiles() {
  const { createObjectURL } = URL;
  const files = (window.files = []);
  URL.createObjectURL = (blob) => {
    files.push(blob);
    return createObjectURL.call(URL, blob);
  };
  HTMLAnchorElement.prototype.click = function () {
    files.at(-1).called = this.download;
  };
}

/**
 * @param {object} setup
 * @param {Browser[]} setup.browsers
 * @param {{url: string}} setup.site
 * @param {<T>(url: string, act: (browser: Browser) => Promise<T>) => Promise<T[]>} setup.everywhere
 * @param {(url: string, read: (browser: Browser) => Promise<string[]>) => Promise<string[]>} setup.expectSame
 * @param {boolean} setup.all
 */
export function testInteraction({ browsers, site, everywhere, expectSame, all }) {
  /** Runs `act` once where a lab has answered. @param {string} link @param {(browser: Browser) => Promise<string>} act */
  const sameEverywhere = (link, act) => {
    /** @type {Map<Browser, Promise<string>>} */
    const done = new Map();
    const once = async (/** @type {Browser} */ browser) => {
      await browser.run(() => watch.answer());
      return act(browser);
    };
    return expectSame(`${site.url}#${link}`, async (browser) => {
      if (!done.has(browser)) done.set(browser, once(browser));
      return [
        /** @type {string} */ (await done.get(browser)),
        await browser.run(() => watch.answer()),
      ];
    });
  };

  test('keys and a pointer move handles and sliders', async () => {
    await sameEverywhere('lab=scoring&k=1,0,0,1', async (browser) => {
      await browser.run(focus, '[data-handle="k0"]');
      await browser.press('ArrowUp');
      const byKey = await browser.run(changed, 'k', '1,0,0,1');
      assert.equal(byKey, '1,0.1,0,1', browser.name);
      return dragKey(browser, { x: 20, y: -40 });
    });
    await sameEverywhere('lab=variance', async (browser) => {
      await browser.run(focus, '#dk-slider');
      await browser.press('ArrowRight');
      const byKey = await browser.run(changed, 'dk', 64);
      const [thumb, end] = await browser.run(slideOf, '#dk-slider');
      await browser.drag(thumb, end);
      return `${byKey} ${await browser.run(sliderAtEnd)}`;
    });
  });
  if (!all) return;

  test('a finger drags a handle, and not the page; and a slider', async () => {
    await sameEverywhere('lab=scoring&k=1,0,0,1', async (browser) => {
      await browser.run(middleOf, 'circle.point[data-key="k0"]'); // in view
      const top = await browser.run(() => scrollY);
      const keys = await dragKey(browser, { x: 0, y: -60 }, async (...given) => {
        assert.notEqual(await dragByFinger(...given), false, 'the page would scroll');
      });
      assert.equal(await browser.run(() => scrollY), top);
      return keys;
    });
    await sameEverywhere('lab=variance', async (browser) => {
      await dragByFinger(browser, ...(await browser.run(slideOf, '#dk-slider')));
      return browser.run(sliderAtEnd);
    });
  });

  for (const { lab } of withPresets) {
    test(`${lab}: programs, files, Chinese, dark`, async () => {
      await sameEverywhere(soon(lab), async (browser) => {
        return browser.run(async () => {
          const [code] = await watch.until(() => {
            const [details] = watch.all('details.code');
            details.open = true;
            details.scrollIntoView({ block: 'center' });
            const found = watch
              .all('sd-code')
              .filter(({ shadowRoot }) => shadowRoot?.querySelector('pre'));
            return found.length > 0 && found;
          }, 'the programs');
          const texts = [];
          for (const tab of watch.all('[role="tab"]', code.shadowRoot)) {
            tab.click();
            await watch.until(() => tab.ariaSelected === 'true', 'another tab');
            await code.updateComplete;
            texts.push(code.shadowRoot.querySelector('pre').textContent);
          }
          return texts.join('\n');
        });
      });
      await sameEverywhere(soon(lab), async (browser) => {
        await browser.run(catchFiles);
        return browser.run(async () => {
          const [picture] = watch.all('sd-figure');
          await watch.until(() => picture.picture, 'the picture');
          const kinds = watch.all('.tools button:not(.table)', picture.shadowRoot);
          for (const button of kinds) {
            const { length } = window.files;
            button.click();
            await watch.until(() => window.files[length]?.called, button.textContent);
          }
          const texts = window.files.map(async (blob) =>
            blob.type === 'image/png'
              ? `${blob.called} ${blob.size > 1000}`
              : // Each browser compresses the pixels of a plane differently.
                `${blob.called} ${(await blob.text()).replace(/data:image\/png;base64,[^"]*/g, '')}`,
          );
          return (await Promise.all(texts)).join('\n');
        });
      });
      await sameEverywhere(`${soon(lab)}&lang=zh-Hans&theme=dark`, async () => 'dark');
    });
  }

  test('a file is dropped on the Attention lab', async () => {
    await sameEverywhere('lab=attention', (browser) =>
      browser.run(async () => {
        const [data] = await watch.until(() => {
          watch.all('sd-attention-data')[0]?.scrollIntoView();
          const found = watch.all('.drop');
          return found.length > 0 && found;
        }, 'the place for files');
        const transfer = new DataTransfer();
        const text = ['Q', 'K', 'V']
          .map((name) => `${name}\n${'1,0.5,-0.25\n'.repeat(6)}`)
          .join('');
        transfer.items.add(new File([text], 'mine.csv', { type: 'text/csv' }));
        const before = await watch.answer();
        data.dispatchEvent(
          new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
        );
        const [place] = watch.all('sd-attention-data');
        return watch.until(() => {
          const now = watch.lineOf(place.shadowRoot);
          return now.includes('6 × 6') && `${before} ${now}`;
        }, 'the file to be read');
      }),
    );
  });

  test('the share dialog: links, a code, a copy', async (t) => {
    const words = [common['common.copied'], common['common.copySelected']];
    await sameEverywhere('lab=softmax&dk=32', async (browser) => {
      const shared = await browser.run(async () => {
        watch.all('button.share')[0].click();
        const [dialog] = await watch.until(() => {
          const found = watch.all('dialog[open]');
          return found.length > 0 && found;
        }, 'the dialog');
        const code = await watch.until(() => dialog.querySelector('svg')?.outerHTML, 'the code');
        const links = [...dialog.querySelectorAll('textarea')].map(({ value }) => value);
        return `${links.join(' ')} ${code}`;
      });
      // With a real click: browsers give the clipboard only to a user action, and some never.
      const copy = await browser.run(middleOf, 'dialog[open] button.copy');
      await browser.drag(copy, copy);
      const said = await browser.run(() =>
        watch.until(
          () => watch.all('dialog[open] .said').find((each) => each.textContent)?.textContent,
          'a word about the copy',
        ),
      );
      assert.ok(words.includes(said), `${browser.name}: ${said}`);
      t.diagnostic(`${browser.name}: ${said}`);
      return shared;
    });
  });

  test('pictures to be looked at, side by side, in build/reports/browsers', async () => {
    const folder = inRoot('build', 'reports', 'browsers');
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    for (const { lab } of labs)
      for (const [width, theme] of /** @type {const} */ ([
        [360, 'light'],
        [360, 'dark'],
        [1280, 'light'],
        [1280, 'dark'],
      ])) {
        // WebKit's window cannot be that narrow, but a frame can.
        const src = `${site.url}embed.html#${soon(lab)}&amp;theme=${theme}&amp;lang=en`;
        const { url, close } = await host(
          `<iframe title="lab" width="${width}" height="740" src="${src}" frameborder="0"></iframe>`,
        );
        await everywhere(
          width === 360 ? url : `${site.url}#${soon(lab)}&theme=${theme}`,
          async (browser) => {
            const inFrame = width === 360;
            if (inFrame) await frameOf(browser);
            await (inFrame ? browser.inFrame : browser.run)(() => watch.answer());
            await browser.shoot(path.join(folder, `${lab}-${width}-${theme}-${browser.name}.png`));
          },
        );
        close();
      }
    assert.ok(fs.readdirSync(folder).length === labs.length * 4 * browsers.length);
  });
}
