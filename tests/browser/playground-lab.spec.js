// The Playground, used as a visitor uses it: experiments, the visitor's own programs, links, and host pages.
import { AxeBuilder } from '@axe-core/playwright';
import { experimentNames } from '../../web/tables/playground.js';
import { pack } from '../../web/labs/parts/packing.js';
import { experiments } from '../../web/labs/playground/experiments.js';
import { host, snippet } from './host.js';
import {
  expect,
  linkHolds,
  openCode,
  overflow,
  saved,
  settled,
  stateOf,
  test,
  unless,
  visit,
} from './visit.js';

/** @typedef {import('@playwright/test').Page} Page */

const lab = 'lab=playground';

/** @param {string} program */
const linkOf = (program) => `${lab}&code=${pack(program)}`;

/** @typedef {{locator: (selector: string) => import('@playwright/test').Locator}} Place  a page, a frame, an element */

/** @param {Place} page */
const program = (page) => page.locator('sd-playground-program, [id="program"]').first();

/** Returns the printed output. @param {Place} page */
const printed = (page) => program(page).locator('.lines');

/** @param {Place} page */
const run = (page) => program(page).locator('button.run');

/** Returns the text field, or the editor that has replaced it. @param {Place} page */
const field = (page) => program(page).getByRole('textbox');

/** Opens the visitor's own program, which waits for its button. @param {Page} page @param {string} text */
async function open(page, text) {
  await page.goto(`./#${linkOf(text)}`);
  await expect(run(page)).toBeVisible();
  await expect(program(page).locator('.plain pre')).toContainText(text.trim().split('\n')[0]);
}

/** Replaces the program with another one. @param {Page} page @param {string} text */
async function write(page, text) {
  await field(page).click();
  await expect(program(page).locator('.cm-content')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

test('on a phone Run stays at hand for whoever writes at the end of the program', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, lab);
  await write(page, `print(1);\n${'\n'.repeat(30)}print(2);`);
  const run = program(page).locator('.run');
  await expect(run).toBeInViewport();
  await run.click();
  await expect(program(page)).toContainText('2');
});

test('on a phone the program below stays where it is when the output arrives', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => {
    /** @type {{top: number, isEmpty: boolean}[]} */
    const frames = [];
    Object.assign(globalThis, { frames });
    /** Notes where the program is in every frame in which it is drawn. */
    const note = () => {
      const { shadowRoot } =
        document.querySelector('#lab')?.shadowRoot?.querySelector('#program') ?? {};
      const editor = shadowRoot?.querySelector('.written');
      if (editor)
        frames.push({
          top: editor.getBoundingClientRect().top,
          isEmpty: shadowRoot?.querySelector('.empty') !== null,
        });
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await visit(page, lab);
  await expect(printed(page)).toContainText('q.k');
  await settled(page);
  await program(page).locator('.control input').focus();
  await page.keyboard.press('ArrowRight');
  await expect(printed(page)).toContainText('sqrt(d_k) is 11.3');
  await settled(page);
  /** @type {{top: number, isEmpty: boolean}[]} */
  const frames = await page.evaluate(() => /** @type {any} */ (globalThis).frames);
  expect(new Set(frames.map(({ isEmpty }) => isEmpty))).toEqual(new Set([true, false]));
  const tops = frames.map(({ top }) => top);
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(100);
});

test('every letter can be typed: no key of the lab is taken from the editor', async ({ page }) => {
  await visit(page, lab);
  await write(page, ' ');
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  await page.keyboard.type(`// ${letters} .,;:!?+-*/%=<>&|^~@#$_`);
  await expect(program(page).locator('.cm-content')).toContainText(
    `// ${letters} .,;:!?+-*/%=<>&|^~@#$_`,
  );
});

test('an experiment asks its question, runs, and answers with lines and a picture', async ({
  page,
}) => {
  await visit(page, lab);
  await settled(page);
  await expect(page.locator('.answer')).toContainText('How far do scores spread when d');
  await expect(printed(page)).toContainText(/q\.k has standard deviation \d/);
  await expect(program(page).locator('.figure svg').first()).toBeVisible();
  expect(await stateOf(page)).toMatchObject({ experiment: 'spread', code: '' });
});

test('its slider runs it again, and the link has the value', async ({ page }) => {
  await visit(page, lab);
  await settled(page);
  const slider = program(page).getByRole('slider', { name: 'dk' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(printed(page)).toContainText('sqrt(d_k) is 11.31');
  await linkHolds(page, 'controls=dk~128');
  await page.reload();
  await expect(printed(page)).toContainText('sqrt(d_k) is 11.31');
});

test('the gallery opens an experiment, and the select another', async ({ page }) => {
  await visit(page, lab);
  await page.locator('#gallery').scrollIntoViewIfNeeded();
  const cards = page.locator('#gallery li button');
  await expect(cards).toHaveCount(experimentNames.length);
  await cards.filter({ hasText: 'Write' }).or(cards.nth(7)).first().click();
  await linkHolds(page, 'experiment=mask');
  await expect(printed(page)).toContainText('The first query sees one key');
  await program(page).getByRole('combobox').selectOption('rank');
  await expect(printed(page)).toContainText('rank 16 of 64');
  await page.goBack();
  await expect(printed(page)).toContainText('The first query sees one key');
});

test('in Chinese an experiment speaks Chinese, and the same link is read in either language', async ({
  page,
}) => {
  await visit(page, `${lab}&experiment=rank&lang=zh-Hans`);
  await settled(page);
  await expect(field(page)).toHaveValue(/^\/\/ 两个窄矩阵放弃了什么？/);
  await expect(printed(page)).toContainText('不为零的有 16 个');
  await expect(page.locator('.answer')).toContainText('两个窄矩阵放弃了什么？见');
  expect(await stateOf(page)).toMatchObject({ experiment: 'rank', code: '' });
  await page.goto(`./#${lab}&experiment=rank&lang=en`);
  await expect(printed(page)).toContainText('rank 16 of 64');
  await expect(field(page)).toHaveValue(/^\/\/ What do two thin matrices give up\?/);
  expect(await stateOf(page)).toMatchObject({ experiment: 'rank', code: '' });
});

test('a program that is being written stays when the language changes', async ({ page }) => {
  await visit(page, lab);
  await write(page, 'print(6 * 7);');
  await page
    .locator('scaledot-playground')
    .evaluate((element) => element.setAttribute('lang', 'zh-Hans'));
  await expect(run(page)).toHaveText('运行');
  await expect(field(page)).toContainText('print(6 * 7);');
});

test.describe('every experiment runs', () => {
  for (const name of experimentNames)
    test(name, name === 'mask' ? {} : { tag: '@all' }, async ({ page }) => {
      await visit(page, `${lab}&experiment=${name}`);
      await settled(page);
      await expect(program(page).locator('.problem')).toHaveCount(0);
      await expect(printed(page).or(program(page).locator('.figure')).first()).toBeVisible();
    });
});

test('where its interpreter cannot be fetched it says so', async ({ page, errors }) => {
  await page.route(/\/assets\/session-/, (route) => route.abort());
  await page.goto(`./#${lab}`);
  await expect(program(page).getByRole('alert')).toContainText('could not be fetched');
  expect(errors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
});

test('a program that a link brings waits for its button', async ({ page }) => {
  await open(page, "print('opened by a link');\n");
  await expect(page.locator('.answer')).toContainText('Press Run');
  await page.waitForFunction(() => document.readyState === 'complete');
  await expect(printed(page)).toHaveCount(0);
  await run(page).click();
  await expect(printed(page)).toHaveText('opened by a link\n');
});

test('what is written runs, is in the link, and can be undone', async ({ page }) => {
  await visit(page, lab);
  await write(page, "import { load } from 'scaledot';\nprint((await load()) && 6 * 7);\n");
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(printed(page)).toHaveText('42\n');
  await linkHolds(page, 'code=');
  await page.reload();
  await expect(program(page).locator('.plain pre')).toContainText('6 * 7');
});

test('what was written last is there again after Back and Forward', async ({ page }) => {
  await visit(page, lab);
  await program(page).getByRole('combobox').selectOption('rank');
  await linkHolds(page, 'experiment=rank');
  await write(page, 'print(6 * 7);');
  await linkHolds(page, 'code=');
  await page.keyboard.type(' // the last words');
  await page.keyboard.down('Alt'); // Alt with an arrow goes back, in windows with a Back button
  await page.evaluate(() => history.back());
  await page.keyboard.up('Alt');
  await expect(field(page)).not.toContainText('the last words');
  await page.goForward();
  await expect(field(page)).toContainText('print(6 * 7); // the last words');
});

test('an error is told, stands at its line, and leads there', async ({ page }) => {
  await visit(page, lab);
  await write(page, 'print(1);\n\nsd.scores();\nprint(2);\n');
  await run(page).click();
  const problem = program(page).locator('.problem');
  await expect(problem).toContainText(/query: got undefined/);
  await expect(
    program(page).locator('.cm-lintRange-error, .cm-lint-marker-error').first(),
  ).toBeVisible();
  await problem.getByRole('button').click();
  await expect(program(page).locator('.cm-activeLine')).toHaveText('sd.scores();');
});

test('Escape and then Tab leaves the editor; Tab alone indents', async ({ page }) => {
  await visit(page, lab);
  await write(page, 'print(1);');
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await expect(program(page).locator('.cm-line').first()).toHaveText(/^\s+print\(1\);$/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(program(page).locator('.cm-content')).not.toBeFocused();
});

test('names are completed and explained', async ({ page }) => {
  await visit(page, lab);
  await write(page, 'sd.softmaxSt');
  await page.keyboard.press('Control+Space');
  await expect(program(page).locator('.cm-tooltip-autocomplete')).toContainText(
    'softmaxStatistics',
  );
  // Right after the list has opened, Enter still belongs to the text.
  await program(page)
    .getByRole('option', { name: /^softmaxStatistics/ })
    .click();
  await expect(program(page).locator('.cm-content')).toHaveText('sd.softmaxStatistics');
  await program(page)
    .locator('.cm-line', { hasText: 'softmaxStatistics' })
    .hover({ position: { x: 60, y: 8 } });
  await expect(program(page).locator('.cm-tooltip .about')).toContainText('softmaxStatistics');
});

test('a loop without an end is stopped, and the next run works', async ({ page }) => {
  await open(page, 'for (;;);\n');
  await run(page).click();
  await expect(run(page)).toHaveText('Stop');
  await run(page).click();
  await expect(program(page).locator('.bar .status')).toContainText('Stopped');
  await write(page, "print('alive');\n");
  await run(page).click();
  await expect(printed(page)).toHaveText('alive\n');
});

test('tables and pictures have their files', async ({ page }) => {
  await open(
    page,
    "table([{ a: 1, b: 'x' }, { a: 2.5, b: 'y' }], { title: 'Two rows' });\nbars([{ label: 'one', value: 3 }], { title: 'A bar' });\n",
  );
  await run(page).click();
  await expect(program(page).locator('td').first()).toHaveText('1');
  const csv = await saved(program(page).locator('.table'), 'CSV');
  expect(csv.text).toContain('a,b\r\n1,x\r\n2.5,y');
  await expect(program(page).locator('.figure')).toContainText('A bar');
  const svg = await saved(program(page).locator('.figure'), 'SVG');
  expect(svg.text).toContain('A bar');
});

test('the program is saved as a page, for Node, and as a notebook', async ({ page }) => {
  await open(page, 'print(1 < 2);\n');
  const files = program(page).locator('.files');
  const { text: html } = await saved(files, 'web page');
  expect(html).toContain('<scaledot-playground autorun><pre>\nprint(1 &lt; 2);');
  const { text: node } = await saved(files, 'Node program');
  expect(node).toContain("await load({ engine: 'simd' })");
  const { text: notebook } = await saved(files, 'notebook');
  expect(JSON.parse(notebook).nbformat).toBe(4);
});

/** Returns a program that is too long for a link. @param {string} first  its first line */
const tooLong = (first) => `${first}\n${"print('more');\n".repeat(700)}`;

test('what is saved from a page on somebody’s own machine works nowhere else, which is said', async ({
  page,
}) => {
  await open(page, 'print(1);\n');
  await expect(program(page).locator('.files')).toContainText('on your own machine');
});

test('the element that is shared has the program as text, and works elsewhere', async ({
  page,
}) => {
  await open(page, "print('shared', 1 < 2);\n");
  const element = await snippet(page, 'element');
  expect(element).toContain("print('shared', 1 &lt; 2);");
  expect(element).not.toContain('code=');
  const { url, close } = await host(element);
  await page.goto(url);
  await run(page).click();
  await expect(printed(page)).toHaveText('shared true\n');
  close();
});

test('a program too long for a link is left out of it, which is said there, and is in the element', async ({
  page,
}) => {
  await open(page, "print('before');\n");
  await write(page, tooLong("print('long');"));
  await expect(program(page).locator('#hint')).toContainText('not in the link');
  await page.locator('button.share').first().click();
  const dialog = page.getByRole('dialog');
  for (const kind of ['link', 'frame', 'address', 'package', 'json']) {
    await dialog.locator(`#tab-${kind}`).click();
    await expect(dialog.locator(`#hint-${kind}`)).toContainText('too long for a link');
    expect(await dialog.locator(`textarea#${kind}`).inputValue()).not.toMatch(
      /code"?[=:] ?"?[\w~]/,
    );
  }
  await dialog.locator('#tab-element').click();
  await expect(dialog.locator('#hint-element')).not.toContainText('too long');
  const element = await dialog.locator('textarea#element').inputValue();
  expect(element).toContain("print('long');\nprint('more');");
  const seen = page.locator('.screen scaledot-playground');
  await expect(program(seen).locator('.plain pre')).toContainText("print('long');");
  await dialog.locator('#tab-link').click();
  await expect(program(seen).locator('.plain pre')).not.toContainText("print('long');");
});

test('a program too long for a link is kept: Back brings it after another experiment', async ({
  page,
}) => {
  await visit(page, lab);
  await settled(page);
  await write(page, tooLong("print('kept');"));
  const menu = program(page).getByRole('combobox');
  await menu.selectOption('rank'); // at once, before the text typed last is saved
  await expect(printed(page)).toContainText('rank 16 of 64');
  await page.goBack();
  await expect(menu).toHaveValue('');
  await expect(program(page).locator('.cm-content')).toContainText("print('more');");
  await run(page).click();
  await expect(printed(page)).toContainText('kept\nmore\n');
  await page.goForward();
  await expect(printed(page)).toContainText('rank 16 of 64');
});

test('a link that had to leave its program behind says so', async ({ page }) => {
  await open(page, "print('before');\n");
  await write(page, tooLong("print('left');"));
  await linkHolds(page, 'code=~');
  await page.reload();
  await expect(program(page).locator('#hint')).toContainText('too long for the link');
  await expect(program(page).locator('.plain pre')).toContainText('scoreStatistics');
});

test('the sample of a lab opens here and prints what its lab says', async ({ page }) => {
  await visit(page, 'lab=variance&dk=16');
  await settled(page);
  await openCode(page);
  const code = page.locator('sd-code, .code [role="tabpanel"]').first();
  await page.getByRole('tab', { name: 'JavaScript' }).click();
  const output = await page.locator('.output samp').innerText();
  await page.getByRole('link', { name: 'Open in the playground' }).click();
  await expect(code).toHaveCount(0);
  await run(page).click();
  await expect(printed(page)).toContainText(output.trim().split('\n')[0]);
  expect((await printed(page).innerText()).trim()).toBe(output.trim());
});

test('on a page of others the text in the element is its program', async ({ page, baseURL }) => {
  const elements = new URL('elements.js', baseURL).href;
  const body = `<script type="module" src="${elements}"></script>
    <scaledot-playground autorun readonly><pre>
      print('from the page', 1 &lt; 2);
    </pre></scaledot-playground>
    <scaledot-playground><pre>print('waits');</pre></scaledot-playground>`;
  const { url, close } = await host(body);
  await page.goto(url);
  const [first, second] = [0, 1].map((i) => page.locator('scaledot-playground').nth(i));
  await expect(printed(first)).toHaveText('from the page true\n');
  await expect(field(first)).toHaveAttribute('readonly', '');
  await second.scrollIntoViewIfNeeded();
  await expect(run(second)).toBeVisible();
  await expect(printed(second)).toHaveCount(0);
  close();
});

for (const [tag, show] of [
  ['scaledot-figure', 'picture="program"'],
  ['scaledot-lab', ''],
])
  test(`the text in <${tag} lab="playground"> is its program, too`, async ({ page, baseURL }) => {
    const elements = new URL('elements.js', baseURL).href;
    const body = `<script type="module" src="${elements}"></script>
      <${tag} lab="playground" ${show} autorun readonly><pre>
        print('from the page', 1 &lt; 2);
      </pre></${tag}>`;
    const { url, close } = await host(body);
    await page.goto(url);
    const element = page.locator(tag);
    await expect(printed(element)).toHaveText('from the page true\n');
    await expect(field(element)).toHaveAttribute('readonly', '');
    close();
  });

test('what may not be changed is not, and an element runs its own program alone', async ({
  page,
  baseURL,
}) => {
  const elements = new URL('elements.js', baseURL).href;
  const body = `<script type="module" src="${elements}"></script>
    <scaledot-playground autorun readonly controls="size~3"><pre>
      print('size', control('size', { min: 1, max: 9, value: 5 }));
    </pre></scaledot-playground>`;
  const { url, close } = await host(body);
  await page.goto(url);
  const element = page.locator('scaledot-playground');
  await expect(printed(element)).toHaveText('size 3\n');
  await field(element).click();
  await expect(program(element).locator('.cm-content')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('x');
  await expect(program(element).locator('.cm-content')).toContainText('size');
  // A program set later waits, although the page's first program ran automatically.
  const code = pack("print('later');\n");
  await element.evaluate((each, letters) => {
    /** @type {any} */ (each).setState({ code: letters });
  }, code);
  await expect(program(element).locator('.bar .status')).toHaveText('Not run yet.');
  await run(element).click();
  await expect(printed(element)).toHaveText('later\n');
  close();
});

test('in a sandbox a lab names no workers from the start', async ({ page, baseURL }) => {
  const src = new URL('embed.html#lab=softmax', baseURL).href;
  const { url, close } = await host(`<iframe src="${src}" sandbox="allow-scripts"></iframe>`);
  await page.addInitScript(() => {
    const { told } = Object.assign(window, { told: /** @type {number[]} */ ([]) });
    addEventListener('scaledot-engine', (event) =>
      told.push(/** @type {CustomEvent} */ (event).detail.workers),
    );
  });
  await page.goto(url);
  const frame = /** @type {import('@playwright/test').Frame} */ (page.frames()[1]);
  await expect(frame.locator('[data-value^="answer"]').first()).toBeVisible();
  const told = () => frame.evaluate(() => [...new Set(Object(window).told)]);
  await expect.poll(told).not.toEqual([]);
  expect(await told()).toEqual([0]);
  close();
});

test('in a sandbox it runs on the page, says so, and a loop ends', async ({ page, baseURL }) => {
  const src = new URL(`embed.html#${linkOf('print(sd.engine.variant);\n')}`, baseURL).href;
  const { url, close } = await host(
    `<iframe src="${src}" sandbox="allow-scripts" width="700" height="700"></iframe>`,
  );
  await page.goto(url);
  const frame = page.frameLocator('iframe');
  await run(frame).click();
  await expect(printed(frame)).toHaveText('simd\n');
  await expect(program(frame).locator('.said')).toContainText('starts no workers');
  await expect(frame.locator('.foot')).toContainText('without workers');
  close();
});

for (const [width, theme, lang] of /** @type {const} */ ([
  [360, 'light', 'en'],
  [1280, 'dark', 'zh-Hans'],
]))
  test(
    `axe finds nothing at ${width} px, ${theme}, ${lang}, and nothing is cut off`,
    unless(width === 360),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await visit(page, `${lab}&theme=${theme}&lang=${lang}`);
      await settled(page);
      await field(page).click();
      await expect(program(page).locator('.cm-content')).toBeVisible();
      await page.locator('#gallery').scrollIntoViewIfNeeded();
      await expect(page.locator('#gallery li')).toHaveCount(experimentNames.length);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      const { violations } = await new AxeBuilder({ page }).disableRules('skip-link').analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html}`),
      );
      expect(found).toEqual([]);
    },
  );

test('the editor comes with the first key, and nothing of the lab to other labs', async ({
  page,
}) => {
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  await visit(page, 'lab=variance');
  await settled(page);
  expect(fetched.filter((url) => /playground|quickjs|interpreter|editor/.test(url))).toEqual([]);
  await page.goto(`./#${linkOf(experiments.mask)}`);
  await expect(run(page)).toBeVisible();
  expect(fetched.filter((url) => /quickjs|interpreter|editor/.test(url))).toEqual([]);
  await field(page).focus();
  await expect(program(page).locator('.cm-content')).toBeVisible();
  expect(fetched.some((url) => /editor/.test(url))).toBe(true);
});
