// Problems lead to the fields that can fix them. Fields refuse numbers that a list cannot hold.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, picture, row, stage, started, verdict } from './muster.mjs';

const { server, chrome, start } = stage();

const britannia = (more) => ({ muster: 1, ruleset: 'dw-2.5', nation: 'kingdom-of-britannia', mfv: 1000, ...more });
const settings = { core: 'naval', theatre: 'water' };

async function opened(list, size = { width: 1360, height: 860 }) {
  const page = await chrome.page();
  await page.setViewportSize(size);
  await page.goto(server.url);
  await open(page, list);
  await verdict(page);
  return page;
}

test('the list scrolls, but the window does not', async () => {
  // Each single frigate in a squadron is a problem, so there are many marks.
  const squadrons = Array.from({ length: 40 }, () => ({ unit: 'attacker-class-frigate', models: 1 }));
  for (const width of [1360, 400, 320]) {
    const page = await opened(britannia({ name: 'Long', squadrons }), { width, height: 700 });
    const still = async (where) => {
      const lengths = await page.evaluate(() => {
        scrollTo(0, 100_000);
        return [scrollY, document.scrollingElement.scrollHeight - innerHeight];
      });
      assert.deepEqual(lengths, [0, 0], `${where} at ${width} px`);
    };
    await row(page, '/squadrons/30').click();
    if (width < 1024) {
      for (const pane of ['Units', 'List', 'Details']) {
        await page.locator('.switch').getByRole('button', { name: pane }).click();
        await still(pane);
      }
    }
    await still('the fleet');
    await picture(page, `long-${width}`);
    for (const name of ['Game & list', 'Cards & traits', 'Print']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.locator(`nav [aria-current=page]`, { hasText: name }).waitFor();
      await still(name);
    }
    await page.close();
  }
});

test('several files can be opened together', async () => {
  const page = await start();
  const mine = page.getByRole('region', { name: 'Your lists' }).locator('a.entry');
  await started(page);
  const before = await mine.count();
  await open(
    page,
    britannia({ name: 'First of three' }),
    britannia({ name: 'Second of three' }),
    britannia({ name: 'Third of three' }),
  );
  for (const name of ['First', 'Second', 'Third']) await mine.filter({ hasText: `${name} of three` }).waitFor();
  assert.equal(await mine.count(), before + 3);
  await picture(page, 'several');
  await page.close();
});

test('a force value that no list can have is refused with a message, and field and header agree', async () => {
  const page = await opened(
    britannia({ name: 'Bounds', settings, squadrons: [{ unit: 'ruler-class-battleship', roles: ['commodore'] }] }),
  );
  await page.getByRole('link', { name: 'Game & list' }).click();
  const field = page.getByRole('spinbutton', { name: /Force Value/i });
  const total = page.locator('.total');
  const told = page.getByText(/a whole number from 1 to 1000000/);
  for (const wrong of ['', '0', '-5', '2.5', '1000000000']) {
    await field.fill(wrong);
    await told.waitFor();
    assert.match(await told.innerText(), /It stays 1000/);
    assert.match(await total.innerText(), /of 1000$/);
    await field.blur();
    assert.equal(await field.inputValue(), '1000');
    assert.notEqual(await verdict(page), 'Unreadable');
  }
  await field.fill('');
  await picture(page, 'bounds');
  await field.fill('1200');
  await told.waitFor({ state: 'detached' });
  await page.locator('.total', { hasText: 'of 1200' }).waitFor();
  await page.close();
});

test('a turn or a number of models outside the bounds is refused', async () => {
  const page = await opened(
    britannia({
      name: 'Turns',
      settings,
      squadrons: [{ unit: 'attacker-class-frigate', models: 1000, allocation: 'reserve' }],
    }),
  );
  const points = () => page.locator('[data-at="/squadrons/0"] .points').innerText();
  const before = await points();
  await row(page, '/squadrons/0').click();
  const turn = page.getByRole('spinbutton', { name: 'Enters in turn' });
  await turn.fill('1001');
  await page.getByText('1001 is not possible: it must be a whole number from 0 to 1000. Nothing is stated.').waitFor();
  await turn.fill('3');
  await page.getByText('turn 3').first().waitFor();
  assert.ok(
    await page
      .locator('[data-at="/squadrons/0"]')
      .getByRole('button', { name: /^One more/ })
      .isDisabled(),
  );
  await row(page, '/squadrons/0').focus();
  await page.keyboard.press('+');
  assert.notEqual(await verdict(page), 'Unreadable');
  assert.equal(await points(), before);
  await page.close();
});

test('a list that cannot be read for a moment keeps its prices, and no newer data are reported', async () => {
  const page = await opened(
    britannia({ name: 'Pasted', settings, squadrons: [{ unit: 'Tribal Class Cruiser', models: 3 }] }),
  );
  await row(page, '/squadrons/0').focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', JSON.stringify({ unit: 'attacker-class-frigate', models: 1_000_000 }));
    document.activeElement.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await page.locator('.stamp.unreadable').waitFor();
  assert.equal(await verdict(page), 'Unreadable');
  assert.equal(await page.locator('[data-at="/squadrons/0"] .points').innerText(), '225');
  assert.equal(await page.locator('[data-at="/squadrons/0"] .name').innerText(), 'Tribal Class Cruiser');
  assert.equal(await page.getByText('Newer data').count(), 0);
  await page
    .locator('.problems')
    .getByText('“models”: expected a whole number from 1 to 1000, found 1000000')
    .waitFor();
  await picture(page, 'unreadable');
  await page.getByText(/^Saved/).waitFor();
  await page.reload();
  await page.locator('.stamp.unreadable').waitFor();
  assert.equal(await page.getByText('Newer data').count(), 0);
  await page
    .locator('[data-at="/squadrons/1"]')
    .getByRole('button', { name: /^One fewer/ })
    .click();
  assert.notEqual(await verdict(page), 'Unreadable');
  assert.equal(await page.getByText('Newer data').count(), 0);
  await page.close();
});

/** The field or row around the focused element, else that element's id. */
const focused = (page) =>
  page.evaluate(() => {
    const now = document.activeElement;
    return now.closest('[data-field]')?.dataset.field ?? now.closest('[data-at]')?.dataset.at ?? now.id;
  });

/** Clicks a problem or a note, and waits until the focus is at its place. */
async function leads(page, rule, to) {
  await page.getByRole('link', { name: 'Fleet' }).click();
  const finding = page.locator(`.problems .finding[data-rule="${rule}"] .message`).first();
  await finding.waitFor({ state: 'attached' });
  await finding.evaluate((one) => {
    const notes = one.closest('details');
    if (notes) notes.open = true;
  });
  await finding.click();
  await page
    .waitForFunction((to) => {
      const now = document.activeElement;
      return (now.closest('[data-field]')?.dataset.field ?? now.closest('[data-at]')?.dataset.at ?? now.id) === to;
    }, to)
    .catch(async () => assert.fail(`${rule} leads to “${await focused(page)}”, not to “${to}”`));
}

test('a problem of the whole list leads to the field that can fix it', async () => {
  const page = await opened(britannia({ name: 'Bare' }));
  await leads(page, 'core-type', '/settings/core');
  await picture(page, 'leads-core');
  await leads(page, 'theatre-agreed', '/settings/theatre');
  await leads(page, 'commodore-required', 'unit-search');
  await leads(page, 'main-share', 'unit-search');
  await leads(page, 'tac-16', '/decks/tacs');
  await picture(page, 'leads-deck');
  await page.close();

  const other = await opened(
    britannia({
      name: 'Elsewhere',
      settings,
      decks: { tacs: [] },
      squadrons: [
        { unit: 'attacker-class-frigate', models: 4 },
        { unit: 'ruler-class-battleship' },
        { unit: 'tribal-class-cruiser', models: 3, allocation: 'flank' },
      ],
    }),
  );
  await leads(other, 'commodore-required', 'roles');
  assert.equal(await other.locator('.editor h2').innerText(), 'Ruler Class Battleship');
  assert.equal(
    await other.locator('[data-at="/squadrons/1"] .mark').count(),
    0,
    'squadrons that could fix a problem are not marked as wrong',
  );
  await picture(other, 'leads-role');
  await leads(other, 'main-share', 'allocation');
  assert.equal(await other.locator('.editor h2').innerText(), 'Tribal Class Cruiser');
  await leads(other, 'tac-16', '/decks/tacs');
  await other.close();

  const over = await opened(
    britannia({
      name: 'Over',
      settings,
      squadrons: Array.from({ length: 7 }, () => ({ unit: 'ruler-class-battleship' })),
    }),
  );
  await leads(over, 'mfv-cap', '/mfv');
  await over.close();
});

test('problems lead to their places on a phone and by keys too', async () => {
  const page = await opened(britannia({ name: 'Small', squadrons: [{ unit: 'ruler-class-battleship' }] }), {
    width: 400,
    height: 800,
  });
  const details = () => page.locator('.switch').getByRole('button', { name: 'Details' }).click();
  await details();
  await leads(page, 'commodore-required', 'roles');
  assert.ok(await page.getByRole('checkbox', { name: /^Commodore/ }).isVisible());
  await picture(page, 'leads-phone');
  await details();
  await leads(page, 'core-type', '/settings/core');
  await picture(page, 'leads-phone-terms');

  // F8 steps through the problems. Enter follows a problem that is nowhere in the list.
  await page.getByRole('link', { name: 'Fleet' }).click();
  const current = page.locator('.problems .current');
  do await page.keyboard.press('F8');
  while ((await current.getAttribute('data-rule')) !== 'core-type');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.closest('[data-field="/settings/core"]'));
  await page.close();
});

test('an option is found by any of its names', async () => {
  const page = await opened(
    britannia({
      name: 'Names',
      nation: 'Chinese Federation',
      squadrons: [{ unit: 'ASSAULT INFANTRY', models: 3, options: ['MECHANISED', 'odd'] }],
    }),
  );
  await row(page, '/squadrons/0').click();
  const details = page.locator('.details-pane');
  await details.getByText('“odd” is not offered here.').waitFor();
  assert.equal(await details.getByText('not offered here').count(), 1);
  assert.ok(await details.getByRole('checkbox', { name: /^Mechanised Infantry/ }).isChecked());
  await picture(page, 'alias');
  await details.getByRole('button', { name: 'Take it out' }).click();
  await verdict(page);
  assert.equal(await details.getByText('not offered here').count(), 0);
  assert.ok(await details.getByRole('checkbox', { name: /^Mechanised Infantry/ }).isChecked());
  await details.getByRole('checkbox', { name: /^Mechanised Infantry/ }).uncheck();
  await verdict(page);
  assert.ok(!(await details.getByRole('checkbox', { name: /^Mechanised Infantry/ }).isChecked()));
  await page.close();
});

test('nations, roles and cards are found by any of their names', async () => {
  const page = await opened({
    muster: 1,
    ruleset: 'dw-2.5',
    name: 'Spelt out',
    nation: 'KINGDOM OF BRITANNIA',
    mfv: 1000,
    settings,
    decks: { tacs: ['TALLY HO!'] },
    squadrons: [
      {
        unit: 'RULER CLASS BATTLESHIP',
        roles: ['COMMODORE', { role: 'SUB COMMANDER', trait: 'PERFECT PLOTTING' }],
      },
    ],
  });
  await page.locator('.bar').getByText('Kingdom of Britannia').waitFor();
  await page.locator('[data-unit="tribal-class-cruiser"]').waitFor();
  await row(page, '/squadrons/0').click();
  const roles = page.locator('[data-field="roles"]');
  assert.ok(await roles.getByRole('checkbox', { name: /^Commodore/ }).isChecked());
  assert.ok(await roles.getByRole('checkbox', { name: /^Sub-commander/ }).isChecked());
  const trait = roles.locator('select').last();
  assert.equal(await trait.locator('option:checked').innerText(), 'Perfect Plotting');
  await roles.getByRole('checkbox', { name: /^Commodore/ }).uncheck();
  assert.ok(!(await roles.getByRole('checkbox', { name: /^Commodore/ }).isChecked()));
  assert.ok(await roles.getByRole('checkbox', { name: /^Sub-commander/ }).isChecked());
  await page.getByRole('link', { name: 'Game & list', exact: true }).click();
  assert.equal(await page.locator('[data-field="/nation"] option:checked').innerText(), 'Kingdom of Britannia');
  await page.getByRole('link', { name: 'Cards & traits', exact: true }).click();
  const card = page.locator('[data-field="/decks/tacs"] .cards li', { hasText: 'Tally Ho!' }).first();
  assert.match(await card.innerText(), /60/);
  await page.close();
});

test('a list with an unknown unit still shows everything that is known', async () => {
  for (const width of [1360, 400, 320]) {
    const page = await opened(
      britannia({
        name: 'Half known',
        settings,
        squadrons: [
          { unit: 'ruler-class-battleship', models: 1, roles: ['commodore'] },
          { unit: 'tribal-class-cruiser', models: 3 },
          { unit: 'no-such-ship', models: 2 },
        ],
      }),
      { width, height: 860 },
    );
    assert.match(
      (await page.locator('.sum').innerText()).replaceAll(/\s+/g, ' '),
      /^at least 405 of 1000 at most 595 left$/,
    );
    const limits = page.locator('.limits');
    if (!(await limits.evaluate((one) => one.open))) await limits.locator('summary').click();
    const shares = await page.locator('.shares').innerText();
    assert.match(shares, /at least 405 of/);
    assert.doesNotMatch(shares, /(\d+) to \1\b/);
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth), 0);
    await picture(page, `half-known-${width}`);
    await page.close();
  }
});

test('several pages are pages', async () => {
  const page = await opened(
    britannia({
      name: 'Pages',
      settings,
      squadrons: [{ unit: 'tribal-class-cruiser', models: 3, attached: [{ unit: 'ruler-class-battleship' }] }],
    }),
  );
  const finding = page.locator('.problems .finding[data-rule="attach-eligible"]');
  assert.match(await finding.innerText(), /pages \d+, \d+/);
  await finding.getByRole('button', { name: 'See the rule' }).click();
  await page
    .getByRole('dialog')
    .getByText(/, pages \d+, \d+/)
    .waitFor();
  await page.close();
});

test('the rules that wait for an unknown unit share one line after its finding', async () => {
  const page = await opened(
    britannia({
      name: 'Half unknown',
      settings,
      squadrons: [
        { unit: 'ruler-class-battleship', roles: ['commodore'] },
        { unit: 'no-such-frigate', models: 4 },
      ],
    }),
  );
  const problems = page.locator('#problems');
  const waiting = problems.locator('details.waiting');
  await waiting.getByText(/^\s*(Not known:)?\s*\d+ rules cannot be decided until this is known/).waitFor();
  assert.equal(await problems.locator('> ul > li[data-rule=unknown-unit]').count(), 1);
  const folded = waiting.locator('li');
  assert.ok((await folded.count()) > 3, 'the rules that wait are there');
  assert.equal(await folded.first().isVisible(), false);
  await picture(page, 'folded');
  await waiting.locator('summary').click();
  await folded.first().waitFor();
  await page.close();
});

test('the terms that a list sets for itself are shown beside its verdict', async () => {
  const list = britannia({
    name: 'On its own terms',
    mfv: 179,
    settings: { ...settings, level: 'captain' },
    consents: ['mfv-cap'],
    squadrons: [{ unit: 'ruler-class-battleship', roles: ['commodore'] }],
  });
  for (const width of [1360, 400]) {
    const page = await opened(list, { width, height: 860 });
    const words = 'with 1 rule waived by the list itself (mfv-cap) and level captain set by the list itself';
    await page.locator('header .terms', { hasText: /^\s*Waived rule: \S+ .* · Level: Captain\s*$/ }).waitFor();
    assert.ok((await page.getByLabel('Name of the list').boundingBox()).width > 100, 'the name has room');
    await picture(page, `terms-${width}`);
    await page.getByRole('link', { name: 'Your lists' }).first().click();
    await page.locator('a.entry', { hasText: words }).first().waitFor();
    await page.close();
  }
});

test('what a posted list leaves open is answered by a click', async () => {
  const squadrons = [
    { unit: 'ruler-class-battleship' },
    { unit: 'tribal-class-cruiser', models: 3 },
    { unit: 'attacker-class-frigate', models: 4 },
    { unit: 'attacker-class-frigate', models: 4 },
  ];
  const posted = { name: 'Posted', mfv: 650, settings: { theatre: 'water' }, open: ['core', 'roles'], squadrons };
  const page = await opened(britannia(posted));
  assert.match(await verdict(page), /cannot tell/i);
  const problems = page.getByRole('region', { name: 'Problems' });
  await picture(page, 'left-open');
  await problems.getByRole('button', { name: 'Set Core type to Naval' }).click();
  const leaders = problems.getByRole('button', { name: /^Make .* the Commodore$/ });
  await leaders.first().waitFor();
  // The smaller ones may not carry it.
  assert.deepEqual(await leaders.allInnerTexts(), ['Make Ruler Class Battleship the Commodore']);
  await leaders.first().click();
  await problems.getByText('This list has no problems').waitFor();
  assert.match(await verdict(page), /legal/i);
  await page.close();
});
