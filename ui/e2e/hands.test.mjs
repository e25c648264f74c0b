// Single actions: dragging, options by model, decks, filters, cards, dropped files, and how fast an edit is painted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { example, points, row, rows, sixty, stage, started, stored, verdict } from './muster.mjs';

const { server, chrome, start } = stage();

async function at(name, game = 'Dystopian Wars 2.5') {
  const page = await start();
  await example(page, game, name);
  return page;
}

test('squadrons are dragged, also into another group', async () => {
  const page = await at(/Channel Patrol/);
  const before = await rows(page);
  assert.equal(before[2], 'Ruler Class Battleship');
  await page
    .locator('[data-at="/squadrons/6"] .row')
    .dragTo(page.locator('[data-at="/squadrons/0"] .row').first(), { targetPosition: { x: 60, y: 4 } });
  await page.waitForFunction(() =>
    document.querySelector('[data-at="/squadrons/0"] .name')?.textContent.includes('Local Air Support'),
  );
  await page.keyboard.press('Control+z');
  assert.deepEqual(await rows(page), before);
  await page.close();

  const grouped = await at(/Sussex Line/, 'Dystopian Legions 2.0');
  // Tall enough to show both groups.
  await grouped.setViewportSize({ width: 1360, height: 1700 });
  const section = await grouped.locator('[data-at="/groups/0/squadrons/3"] .name').first().innerText();
  // The lower edge of a row means behind it. Its middle means to attach.
  const host = grouped.locator('[data-at="/groups/1/squadrons/0"] .row').first();
  const { height } = await host.boundingBox();
  await grouped
    .locator('[data-at="/groups/0/squadrons/3"] .row')
    .dragTo(host, { targetPosition: { x: 60, y: height - 4 } });
  await grouped.waitForFunction(
    (name) => document.querySelector('[data-at="/groups/1/squadrons/1"] .name')?.textContent === name,
    section,
  );
  await verdict(grouped);
  await grouped.close();
});

test('an option for some models, a choice by model', async () => {
  const page = await at(/Channel Patrol/);
  await row(page, '/squadrons/2').click();
  const before = await points(page);
  const details = page.locator('.details-pane');
  await details.getByRole('button', { name: 'One fewer: Stoic Crew' }).click();
  assert.equal(await points(page), before - 5);
  assert.match(await row(page, '/squadrons/2').innerText(), /2 × Stoic Crew/);
  // A model less and one more leaves the option with the two that had it, also if nothing else remembers them.
  const models = page.locator('[data-at="/squadrons/2"] .row .models').first();
  const some = await points(page);
  for (const again of [false, true]) {
    await models.getByRole('button', { name: /^One fewer/ }).click();
    await points(page);
    if (again) {
      await stored(page);
      await page.reload();
      await verdict(page);
    }
    await models.getByRole('button', { name: /^One more/ }).click();
    assert.equal(await points(page), some);
    assert.match(await row(page, '/squadrons/2').innerText(), /2 × Stoic Crew/);
  }
  await row(page, '/squadrons/2').click();
  await details.getByRole('checkbox', { name: /Stoic Crew/ }).uncheck();
  assert.equal(await points(page), before - 15);
  await page.close();
});

test('a deck is given, filled, judged and withheld', async () => {
  const page = await at(/Channel Patrol/);
  await page.getByRole('link', { name: 'Cards & traits' }).click();
  await page.getByRole('button', { name: 'Choose cards', exact: true }).first().click();
  await page.locator('form').first().getByLabel('Name').fill('Smoke');
  await page.locator('form').first().getByRole('button', { name: 'Add' }).click();
  assert.equal(await verdict(page), 'To do');
  await page.locator('.findings [data-rule="tac-16"]').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
  assert.equal(await verdict(page), 'Legal');
  await page.close();
});

test('units are found by words, points and traits, and say why they may not be added', async () => {
  const page = await at(/Channel Patrol/);
  const shown = async () => page.locator('[data-unit] .name').allTextContents();
  await page.locator('#unit-search').fill('cruiser <76');
  assert.ok((await shown()).every((name) => /Cruiser|Squadron|Carrier/.test(name)));
  await page.locator('#unit-search').fill('tribal');
  assert.equal((await shown())[0], 'Tribal Class Cruiser');
  const tribal = page.locator('[data-unit="tribal-class-cruiser"]');
  await tribal.filter({ hasText: /\d+ over/ }).click();
  const card = page.locator('.details-pane');
  await card.getByText('Main Turret').first().waitFor();
  await card.getByRole('button', { name: 'Redoubtable (Primary Turrets)' }).click();
  await page
    .getByRole('dialog', { name: 'Special rules' })
    .getByText('Redoubtable', { exact: false })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#unit-search').fill('');
  await page.getByRole('button', { name: /^Filters/ }).click();
  const all = (await shown()).length;
  await page.getByRole('checkbox', { name: /^Massive/ }).check();
  const some = (await shown()).length;
  assert.ok(some > 0 && some < all);
  await page.getByRole('combobox', { name: 'Units of' }).selectOption('prussian-empire');
  await page.locator('.count', { hasText: 'Prussian Empire' }).waitFor();
  assert.ok((await shown()).length > 0);
  await page.close();
});

/** Opens a text like a dropped file. */
async function dropped(page, text) {
  await page.goto(server.url);
  await started(page);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.yaml'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);
  await verdict(page);
}

test('a dropped file is opened', async () => {
  const page = await chrome.page();
  await dropped(
    page,
    'muster: 1\nname: Dropped\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 500\nsquadrons: [{unit: ruler-class-battleship}]\n',
  );
  assert.deepEqual(await rows(page), ['Ruler Class Battleship']);
  await page.close();
});

test('models of different makes, who carries and brings whom, and a role on a model', async () => {
  const page = await chrome.page();
  await dropped(
    page,
    `
muster: 1
name: Parts
ruleset: dw-2.5
nation: empire-of-the-blazing-sun
mfv: 1000
settings: {core: naval, theatre: water}
squadrons:
  - {unit: honshu-class-cruiser, models: [{count: 2, mark: Mk I}, {count: 1, mark: Mk II}]}
  - {unit: uwatsu-class-frigate, models: 3}
`,
  );
  const details = page.locator('.details-pane');
  await row(page, '/squadrons/0').click();
  const makes = details.getByRole('group', { name: 'models of this make' });
  await makes.nth(1).waitFor();
  assert.equal(await makes.count(), 2);
  const before = await points(page);
  await makes
    .last()
    .getByRole('button', { name: /^One more/ })
    .click();
  assert.ok((await points(page)) > before);
  // Minus and then plus gives back the models of the make that was gone in between.
  const whole = details.locator('header .stepper');
  const counts = () => makes.locator('output').allInnerTexts();
  const those = await counts();
  for (const press of [/^One fewer/, /^One fewer/, /^One more/, /^One more/])
    await whole.getByRole('button', { name: press }).click();
  await points(page);
  assert.deepEqual(await counts(), those);
  await details.getByRole('checkbox', { name: /^Commodore/ }).check();
  await details.getByRole('combobox', { name: /^Which model/ }).selectOption('3');
  await row(page, '/squadrons/1').click();
  await details.getByText('Brought, carried, slot').click();
  await details.getByRole('combobox', { name: 'Brought by' }).selectOption({ label: 'Honshu Class Cruiser' });
  await verdict(page);
  await row(page, '/squadrons/0').click();
  await details.getByRole('checkbox', { name: 'Uwatsu Class Frigate' }).check();
  await verdict(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
  const text = Buffer.concat(await download.createReadStream().then((stream) => stream.toArray())).toString();
  for (const said of [
    /count: 2\s+mark: Mk II|count: 2, mark: Mk II/,
    /model: 3/,
    /brought-by: honshu-class-cruiser/,
    /carries: *\n? *-? *\[?uwatsu-class-frigate/,
  ])
    assert.match(text, said);
  await page.close();
});

test('an edit of 60 squadrons is painted at once (prints figures, tests no limits)', async () => {
  const page = await start();
  await sixty(page);
  const times = await page.evaluate(async () => {
    const frames = [];
    const verdicts = [];
    const works = [];
    for (let n = 0; n < 20; n++) {
      const start = performance.now();
      document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key: n % 2 ? '-' : '+', bubbles: true, cancelable: true }),
      );
      await Promise.resolve();
      document.body.getBoundingClientRect();
      works.push(performance.now() - start);
      // Includes the work of the frame: a task queued in the frame runs right after its paint.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      frames.push(performance.now() - start);
      while (document.querySelector('.sum.stale')) await new Promise((done) => requestAnimationFrame(done));
      verdicts.push(performance.now() - start);
    }
    const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
    return { work: middle(works), paint: middle(frames), verdict: middle(verdicts) };
  });
  console.log(
    `60 squadrons: ${times.work.toFixed(1)} ms of work with layout, painted ${times.paint.toFixed(0)} ms after the key, verdict, bars and candidates ${times.verdict.toFixed(0)} ms after it`,
  );
  const search = await page.evaluate(async () => {
    const input = document.getElementById('unit-search');
    const start = performance.now();
    input.value = 'torpedo';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await Promise.resolve();
    document.body.offsetHeight;
    return performance.now() - start;
  });
  console.log(`search over a nation: ${search.toFixed(1)} ms with layout`);
  await page.close();
});
