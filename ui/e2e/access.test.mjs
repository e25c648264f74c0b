// Accessibility: no axe violations on any screen in both themes, and no sideways scrolling on a narrow screen or at
// 200% zoom.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { audit, browser, example, picture, row, stage, started, verdict } from './muster.mjs';

const { server, chrome } = stage();

/** Visits every screen, one after the other. */
async function screens(page, see) {
  /** Shows a pane where not all are shown. */
  const pane = async (name) => {
    const button = page.locator('.switch').getByRole('button', { name });
    if (await button.isVisible()) await button.click();
  };
  await page.goto(`${server.url}#/`);
  await started(page);
  await see('start');
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByRole('button', { name: 'Begin the list' }).waitFor();
  await see('new');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'About Muster' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Version /)
    .waitFor();
  await see('about');
  await page.getByRole('button', { name: 'Show the licences' }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await see('licences');
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}#/settings`);
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await see('settings');
  await page.goto(`${server.url}#/`);
  await page.getByRole('button', { name: 'Paste a list' }).click();
  await page.getByRole('button', { name: 'Read it' }).waitFor();
  await see('paste');
  await page.keyboard.press('Escape');

  await page.goto(`${server.url}#/submissions`);
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  await see('submissions, none');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a folder' }).click(),
  ]);
  await chooser.setFiles(join(import.meta.dirname, '../../examples/submissions'));
  await page.locator('[data-tally]').waitFor();
  await see('submissions');
  await page.locator('tr', { hasText: 'My fleet for the Cup.txt' }).getByRole('link').click();
  await page.getByRole('dialog').locator('pre').waitFor();
  await see('submission');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Choose a folder' }).waitFor();
  await see('later versions');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete the table' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.locator('[data-tally]').waitFor({ state: 'detached' });

  await page.goto(`${server.url}#/`);
  await example(page, 'Dystopian Wars 2.5', /Gates of the Bosporus/);
  await see('list');
  await row(page, '/squadrons/2').click();
  await see('squadron');
  await pane('List');
  await page
    .locator('[data-at="/squadrons/2"]')
    .getByRole('button', { name: /What to do with/ })
    .first()
    .click();
  await page.getByRole('menu').waitFor();
  await see('squadron menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menu').waitFor();
  await see('menu');
  await page.getByRole('menuitem', { name: 'Change nation or game' }).click();
  const nation = page.getByRole('dialog').getByRole('combobox', { name: 'Nation' });
  await nation.selectOption({ label: 'Prussian Empire' });
  await page.getByRole('dialog').locator('tbody tr').first().waitFor();
  await see('another nation');
  await page.keyboard.press('Escape');
  await pane('List');
  const grouping = page.getByRole('combobox', { name: 'Rows' });
  await grouping.selectOption({ label: 'by size' });
  await see('grouped');
  await grouping.selectOption({ index: 0 });
  await pane('Units');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await see('units');
  await page.locator('[data-unit]').nth(2).click();
  await see('card');
  await page.getByRole('link', { name: 'Game & list' }).click();
  await page.getByRole('heading', { name: 'Agreed for the game' }).waitFor();
  await see('terms');
  await page.getByRole('link', { name: 'Print' }).click();
  await page.getByRole('img', { name: /^Page 1 of/ }).waitFor();
  await see('print');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  await page.getByRole('combobox', { name: 'As' }).selectOption({ label: 'Link' });
  await page.getByRole('textbox', { name: 'Address of a Muster on the web' }).waitFor();
  await see('share');
  await page.getByRole('combobox', { name: 'As' }).selectOption({ label: 'Picture' });
  await page.getByRole('dialog').getByRole('img').waitFor();
  await see('share picture');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Cards & traits' }).click();
  await page.getByRole('button', { name: 'Choose cards' }).first().waitFor();
  await see('decks');
  await page.getByRole('link', { name: 'Fleet' }).click();
  await page.locator('body').press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await see('keys');
  await page.keyboard.press('Escape');
  await pane('Details');
  await page.locator('.finding[data-rule="cap-small"] .link').first().click();
  await page.getByRole('dialog').locator('article').first().waitFor();
  await see('rule');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Special rules' }).click();
  await page.getByRole('dialog', { name: 'Special rules' }).locator('dt').first().waitFor();
  await see('special rules');
  await page.keyboard.press('Escape');

  await page.goto(`${server.url}#/`);
  await example(page, 'Dystopian Legions 2.0', /Sussex Line/);
  await see('groups');
  await page.goto(`${server.url}#/`);
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByRole('button', { name: 'Begin the list' }).click();
  await verdict(page);
  await see('empty');

  await page.goto(`${server.url}#/`);
  await page.getByRole('button', { name: 'New sheet' }).click();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Progression/ })
    .check();
  await see('new sheet');
  await page.getByRole('button', { name: 'Begin the sheet' }).click();
  await page.getByRole('button', { name: 'Add Section' }).click();
  await page.locator('.stamp.to-do').waitFor();
  for (const field of ['skills', 'injuries']) await page.locator(`[data-field="/sections/0/${field}"] summary`).click();
  await see('sheet');
  await page.getByRole('button', { name: 'What to do with Section 1' }).click();
  await page.getByRole('menu').waitFor();
  await see('row menu');
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}#/`);
  await page
    .getByRole('link', { name: /^Progression sheet/ })
    .first()
    .waitFor();
  await see('start with a sheet');
}

for (const theme of ['light', 'dark']) {
  for (const width of [1360, 400]) {
    test(`axe finds nothing, ${theme}, ${width} px`, async () => {
      const page = await chrome.page();
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 860 });
      const found = [];
      await screens(page, async (name) => {
        found.push(...(await audit(page)).map((line) => `${name}: ${line}`));
        await picture(page, `${theme}-${width}-${name.replaceAll(' ', '-')}`);
      });
      await page.close();
      assert.deepEqual(found, []);
    });
  }
}

describe('nothing scrolls sideways', () => {
  // A window of 1280 px at 200% zoom is 640 px wide.
  for (const width of [400, 640, 320]) {
    test(`at ${width} px`, async () => {
      const page = await chrome.page();
      await page.setViewportSize({ width, height: 800 });
      const wide = [];
      await screens(page, async (name) => {
        const overflow = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
        if (overflow > 0) wide.push(`${name}: ${overflow} px`);
      });
      await page.close();
      assert.deepEqual(wide, []);
    });
  }
});

/** The headings of a screen that a long word leaves, each tried by itself. */
const leaving = (page) =>
  page.evaluate(() => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel'.padEnd(60, 'n');
    const found = [];
    const headings = document.querySelectorAll('h1, h2, h3, h4, legend, summary, .head, .name');
    for (const heading of headings) {
      if (!heading.checkVisibility() || heading.matches('.hidden, .hidden *')) continue;
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      let text = texts.nextNode();
      while (text && !text.data.trim()) text = texts.nextNode();
      if (!text || text.parentElement.closest('select, button.icon, .hidden')) continue;
      const before = text.data;
      text.data = word;
      const range = document.createRange();
      range.selectNodeContents(text);
      // The box is the next around it that has a width of its own. What is cut off with dots does not leave it.
      let box = text.parentElement;
      while (getComputedStyle(box).display.startsWith('inline') && box !== heading) box = box.parentElement;
      const cut = [box, heading].some((one) => getComputedStyle(one).overflowX !== 'visible');
      const room = heading.parentElement.getBoundingClientRect();
      const right = Math.min(innerWidth, room.right, box.getBoundingClientRect().right);
      const over = range.getBoundingClientRect().right - right;
      if (over > 1 && !cut)
        found.push(`“${before.trim()}” (${heading.localName}.${heading.className}) by ${Math.round(over)} px`);
      text.data = before;
    }
    return found;
  });

test('a heading of one long word stays in its box at 360 px', async () => {
  const page = await chrome.page();
  await page.setViewportSize({ width: 360, height: 800 });
  const found = [];
  await screens(page, async (name) => found.push(...(await leaving(page)).map((line) => `${name}: ${line}`)));
  await page.close();
  assert.deepEqual(found, []);
});

/** What can be pressed on a screen and is smaller than a finger needs. Links within a text are as high as the text, and
 * what is ticked has its label to press. */
const small = (page) =>
  page.evaluate(() => {
    const TOUCH = 44;
    const inText = '.link, .special, .what, .message, .skip *';
    const all = document.querySelectorAll('a, button, select, summary, input, textarea, [role=menuitem], [role=tab]');
    const found = new Set();
    for (const one of all) {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('.hidden') || one.matches(inText)) continue;
      if (one.localName === 'a' && getComputedStyle(one).display === 'inline') continue;
      // A dialog covers what is behind it.
      const dialog = document.querySelector('[role=dialog], [role=menu]');
      if (dialog && !dialog.contains(one)) continue;
      // A link may reach over its whole row.
      const reach = getComputedStyle(one, '::after');
      const row = reach.position === 'absolute' && reach.content !== 'none' ? one.closest('tr, li') : one;
      const boxes = [one, row, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect());
      const [width, height] = ['width', 'height'].map((side) => Math.round(Math.max(...boxes.map((box) => box[side]))));
      // Words are as wide as they are. Beside the names in a list a phone has little room for the steps of a number.
      const isWide = width >= TOUCH || one.innerText || one.labels?.[0]?.innerText || one.matches('.stepper *');
      if (width === 0 || (isWide && height >= TOUCH && width >= 24)) continue;
      const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText;
      found.add(`${one.localName}.${one.className} “${name.trim().slice(0, 40)}”: ${width} × ${height}`);
    }
    return [...found];
  });

for (const [device, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['tablet', { width: 820, height: 1180 }],
])
  test(`a finger hits everything on a ${device}`, async () => {
    const touched = await browser({ context: { viewport, hasTouch: true, isMobile: true } });
    try {
      const page = await touched.page();
      await page.goto(server.url);
      assert.ok(await page.evaluate(() => matchMedia('(pointer: coarse)').matches));
      const found = [];
      await screens(page, async (name) => found.push(...(await small(page)).map((line) => `${name}: ${line}`)));
      await page.close();
      assert.deepEqual(found, []);
    } finally {
      await touched.stop();
    }
  });
