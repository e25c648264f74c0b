// Builds a force slot by slot: what fits a slot is offered, weapons are exchanged in their hardpoints, and a choice of
// the group is no squadron. It survives a reload and is printed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, adder, audit, begin, example, picture, points, row, rows, stage, stored, verdict } from './muster.mjs';

const { server, start } = stage();

const slot = (page, title) => page.locator('.chart li', { hasText: new RegExp(`^${title} `) });
const offered = (page) => page.locator('.units .row .name').allTextContents();

/** Adds a unit for a slot, from those that fit it. Returns their names. */
async function fill(page, title, unit) {
  await page.getByRole('button', { name: `Add to the slot ${title} of Crown Faction Battlefleet` }).click();
  await page.getByText(`Only for the slot ${title}`).waitFor();
  const names = await offered(page);
  await adder(page, unit).click();
  await verdict(page);
  return names;
}

test('a Battlefleet is filled slot by slot', async () => {
  const page = await start();
  await begin(page, { game: /fourth edition/, nation: 'Crown', mfv: 1500 });

  // Only what the nation can fill is offered, and no slot says that it holds one of one by chance.
  assert.deepEqual((await page.locator('.more button').allInnerTexts()).sort(), [
    'Canadian Ranging Force Battlefleet',
    'Crown Faction Battlefleet',
    'East India Trade Company Battlefleet',
    'Nautilus Mercenary Battlefleet',
  ]);
  assert.match(await slot(page, 'Line').innerText(), /Line 0 of 1-3\s+needed/);
  assert.match(await slot(page, 'Scout').innerText(), /Scout 0 of up to 2\s+free/);
  await picture(page, 'battlefleet-empty');

  const all = await offered(page);
  assert.ok(!all.some((name) => name.includes('Doctrine')));
  const flagships = await fill(page, 'Flagship', 'Britannia Heavy Battleship');
  // The slot is full, so nothing more is looked for it.
  assert.equal((await offered(page)).length, all.length);
  assert.ok(flagships.length > 3 && flagships.length < all.length);
  assert.ok(!flagships.includes('Albion Cruiser'));
  await fill(page, 'Line', 'Albion Cruiser');
  await fill(page, 'Patrol', 'Caliburn Frigate');
  assert.match(await slot(page, 'Line').innerText(), /Line 1 of 1-3\s+Albion Cruiser/);
  assert.equal(await verdict(page), 'Legal', await page.locator('.problems').innerText());
  assert.equal(await points(page), 275 + 128 + 76);
  await page.getByRole('button', { name: 'Show all units' }).click();
  assert.equal((await offered(page)).length, all.length);

  // An exchange is one click; the default is marked until then.
  await row(page, '/groups/0/squadrons/1').click();
  const hardpoint = page.getByRole('group', { name: /^Heavy Hardpoint: PSA/ });
  assert.ok(await hardpoint.getByRole('radio', { name: /^Heavy Gun Battery/ }).isChecked());
  await hardpoint.getByRole('radio', { name: /^Atomic Generator/ }).check();
  assert.equal(await points(page), 275 + 128 + 5 + 76);
  await picture(page, 'battlefleet-hardpoints');

  // With several models, by number. The default takes the rest.
  for (let n = 0; n < 2; n++)
    await page
      .locator('[data-at="/groups/0/squadrons/1"]')
      .getByRole('button', { name: 'One more: Albion Cruiser' })
      .click();
  assert.equal(await points(page), 275 + 3 * (128 + 5) + 76);
  await hardpoint.getByRole('button', { name: 'by model' }).click();
  await hardpoint.getByRole('button', { name: 'One fewer: Atomic Generator' }).click();
  assert.equal(await points(page), 275 + 3 * 128 + 2 * 5 + 76);
  await hardpoint.getByLabel('Heavy Gun Battery: 1').waitFor();

  // A doctrine is a choice of the Battlefleet: no row, and no models.
  const doctrine = page.getByRole('combobox', { name: 'Fleet Doctrines' });
  await doctrine.selectOption({ label: 'Forward Patrol +15' });
  assert.equal(await points(page), 275 + 3 * 128 + 2 * 5 + 76 + 15);
  await doctrine.selectOption({ label: 'Strategic Reserves +20' });
  assert.equal(await points(page), 275 + 3 * 128 + 2 * 5 + 76 + 20);
  assert.deepEqual(await rows(page), ['Britannia Heavy Battleship', 'Albion Cruiser', 'Caliburn Frigate']);
  await picture(page, 'battlefleet-doctrine');

  // On a phone each slot has a line of its own, with what can be done at its end.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.switch').getByRole('button', { name: 'List' }).click();
  const [tile, button] = [
    slot(page, 'Line'),
    slot(page, 'Line').getByRole('button', { name: /^Add to the slot Line/ }),
  ];
  const [whole, end] = [await tile.boundingBox(), await button.boundingBox()];
  assert.ok(whole.width > 350, `${whole.width}`);
  assert.ok(end.width >= 44 && end.height >= 44 && end.x > 390 / 2, JSON.stringify(end));
  await tile.scrollIntoViewIfNeeded();
  await picture(page, 'battlefleet-phone');
  await page.setViewportSize({ width: 1360, height: 860 });

  await row(page, '/groups/0/squadrons/0').click();
  await page.getByRole('button', { name: 'Attach …' }).click();
  await page.getByRole('menuitem', { name: /^Hermes Supply Freighter/ }).click();
  await verdict(page);
  assert.match(await slot(page, 'Support').innerText(), /Support 0 of up to 2/);
  const cost = await points(page);
  await picture(page, 'battlefleet-attached');
  assert.deepEqual(await audit(page), []);

  await stored(page);
  await page.reload();
  assert.equal(await points(page), cost);
  assert.equal(await doctrine.inputValue(), 'strategic-reserves');
  await doctrine.selectOption({ label: 'none' });
  assert.equal(await points(page), cost - 20);

  await page.getByRole('link', { name: 'Print' }).click();
  await page.getByRole('checkbox', { name: /^Stat cards/ }).check();
  await page.locator('main img').first().waitFor();
  await picture(page, 'battlefleet-print');
  await page.close();
});

test('units are offered for the group that is selected', async () => {
  const page = await start();
  await begin(page, { game: /fourth edition/, nation: 'Crown', mfv: 1500 });
  await page.getByRole('button', { name: 'East India Trade Company Battlefleet' }).click();
  await verdict(page);
  const albion = page.locator('li', { has: page.locator('[data-unit="albion-cruiser"]') });
  await albion.getByText(/no slot/).waitFor();
  await row(page, '/groups/0').click();
  await albion.getByText(/no slot/).waitFor({ state: 'detached' });
  await page.close();
});

test('a slot offers only units that may be added to it', async () => {
  const page = await start();
  /** What each slot that says “add” offers, after the group of the slots is selected. */
  const offers = async (group) => {
    await row(page, group).click();
    await verdict(page);
    const buttons = page.getByRole('button', { name: /^Add to the slot/ });
    const numbers = [];
    for (let n = 0; n < (await buttons.count()); n++) {
      await buttons.nth(n).click();
      await page.locator('.units .for').waitFor();
      numbers.push((await offered(page)).length);
      assert.equal(await page.locator('.units .barred').count(), 0);
    }
    return numbers;
  };
  await example(page, 'Dystopian Wars, third edition', /Winter Road/);
  assert.ok((await offers('/groups/0')).every((number) => number > 0));
  await page.goto(server.url);
  // It has room for two more Surface units, but no points for any of them.
  await example(page, 'Dystopian Wars, third edition', /Company of Merchants/);
  assert.deepEqual(await offers('/groups/0'), []);
  assert.match(await slot(page, 'Surface').innerText(), /no unit on offer fits/);
  await page.goto(server.url);
  await example(page, 'Fleet Action', /Two Groups/i);
  assert.deepEqual(await offers('/groups/1'), [1, 1]);
  await page.close();
});

test('two Battlefleets of one kind stand side by side', async () => {
  const page = await start();
  await begin(page, { game: /fourth edition/, nation: 'Crown', mfv: 1500 });
  await page.locator('.more button', { hasText: 'Crown Faction Battlefleet' }).click();
  await verdict(page);
  await row(page, '/groups/1').waitFor();
  // The page throws if two limits share a key.
  await page.getByRole('button', { name: /^Undo: / }).click();
  await row(page, '/groups/1').waitFor({ state: 'detached' });
  await page.close();
});

test('two generators are two fields, and a full slot says so', async () => {
  const page = await start();
  await begin(page, { game: /fourth edition/, nation: 'Empire', mfv: 1500 });
  await add(page, 'Matsumoto Generator Ship');
  await row(page, '/groups/0/squadrons/0').click();
  const [first, second] = [1, 2].map((n) => page.getByRole('combobox', { name: `Generators ${n} of 2` }));
  assert.deepEqual([await first.inputValue(), await second.inputValue()], ['atomic-generator', 'repulsion-generator']);
  // The other place keeps what it has.
  await first.selectOption({ label: 'Fury Generator +20' });
  assert.equal(await points(page), 330);
  assert.deepEqual([await first.inputValue(), await second.inputValue()], ['fury-generator', 'repulsion-generator']);
  await second.selectOption({ label: 'Fury Generator +20' });
  assert.equal(await points(page), 340);
  await page.getByRole('button', { name: 'Fury Generator', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Special rules' }).waitFor();
  await page.keyboard.press('Escape');
  assert.match(await slot(page, 'Flagship').innerText(), /full/);
  assert.equal(
    await slot(page, 'Flagship')
      .getByRole('button', { name: /^Add to/ })
      .count(),
    0,
  );
  assert.match(await slot(page, 'Scout').innerText(), /^Scout together with Logistical: 0 of up to 3/);
  await page.close();
});

test('a generator takes the place of a weapon, and what may not be attached is not offered', async () => {
  const page = await start();
  await begin(page, { game: /third edition/, nation: 'Commonwealth', mfv: 1500 });
  await add(page, 'Kutsov Cruiser Squadron');
  await row(page, '/groups/0/squadrons/0').click();
  const hardpoint = (name) => page.getByRole('group', { name: new RegExp(`^${name}`) });
  const holds = (name, weapon) => hardpoint(name).getByRole('radio', { name: weapon }).isChecked();
  assert.ok((await holds('Front', /^Heavy Gun/)) && (await holds('Rear', /^Heavy Gun/)));
  await hardpoint('Generator')
    .getByRole('radio', { name: /^Fury generator/ })
    .check();
  await verdict(page);
  assert.ok((await holds('Front', /^Heavy Gun/)) && (await holds('Rear', 'none')));
  await hardpoint('Rear')
    .getByRole('radio', { name: /^Tri-Railgun/ })
    .check();
  await verdict(page);
  assert.ok((await holds('Front', 'none')) && (await holds('Rear', /^Tri-Railgun/)));

  await page.getByRole('button', { name: 'Attach …' }).click();
  const krykun = page.getByRole('menuitem', { name: /^Krykun Shockwave Squadron/ });
  assert.equal(await krykun.getAttribute('aria-disabled'), 'true');
  await krykun.getByText(/joins only/).waitFor();
  await page.keyboard.press('Escape');
  await add(page, 'Borodino Battleship');
  await row(page, '/groups/0/squadrons/1').click();
  await page.getByRole('button', { name: 'Attach …' }).click();
  await krykun.click();
  await verdict(page);
  assert.match(await row(page, '/groups/0/squadrons/1/attached/0').innerText(), /Krykun/);
  await page.getByRole('group', { name: 'Krykun Shockwave Squadron' }).getByText('2', { exact: true }).waitFor();
  await page.close();
});
