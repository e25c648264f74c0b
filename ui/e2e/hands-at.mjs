// The moves of a person who builds a fleet in a browser.

import { add, begin, verdict } from './muster.mjs';

const begins = (text) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);

/** The moves at a page. A click waits until its target is visible, and fails if it never is. On a narrow screen, such as a
 * phone's, one pane is shown at a time. */
export function handsAt(page, isNarrow = false) {
  const details = page.locator('.details-pane');
  const turnTo = async (pane) => isNarrow && page.getByRole('button', { name: pane, exact: true }).click();
  return {
    begin: (fleet) => begin(page, fleet),
    add: async (unit) => {
      await turnTo('Units');
      await add(page, unit);
    },
    select: async (at) => {
      await turnTo('List');
      await page.locator(`[data-at="${at}"] .main`).first().click();
      await verdict(page);
    },
    addGroup: async (kind) => {
      await turnTo('List');
      await page.getByRole('button', { name: kind, exact: true }).click();
    },
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    attach: async (name) => {
      await page.getByRole('button', { name: 'Attach …', exact: true }).click();
      await page.getByRole('menuitem', { name: begins(name) }).click();
      await verdict(page);
    },
    tick: (name) =>
      details
        .getByRole('radio', { name: begins(name) })
        .or(details.getByRole('checkbox', { name: begins(name) }))
        .first()
        .check(),
    choose: (label, option) =>
      details.getByRole('combobox', { name: new RegExp(label, 'i') }).selectOption({ label: option }),
    type: (label, text) => page.getByLabel(label, { exact: true }).fill(text),
    count: async (label, number) => {
      const stepper = details.getByRole('group', { name: label, exact: true }).first();
      const now = async () => Number(await stepper.locator('output').innerText());
      for (let at = await now(); at !== number; at += Math.sign(number - at)) {
        await stepper.getByRole('button', { name: at < number ? /^One more/ : /^One fewer/ }).click();
        await verdict(page);
      }
    },
  };
}
