// Builds a legal fleet of each game from nothing in the app, saves it, and judges it again with the command line. The
// plans are shared with the browser tests. A club's units are added in the settings, as a person would do.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { build, fleets } from '../../ui/e2e/fleets.mjs';
import { Session, home } from './session.mjs';

const root = resolve(import.meta.dirname, '../..');
const program = join(dirname(process.env.MUSTER_APP), 'muster');

let place;
before(() => (place = home()));
after(() => place.remove());

/** The moves of a person in the app. */
function handsAt(session) {
  const details = '.details-pane';
  return {
    begin: async ({ game, nation, mfv, settings = {} }) => {
      await session.button('New list');
      await session.click('label', game, '[role=dialog]');
      await session.click('label', nation, '[role=dialog]');
      await session.type('[role=dialog] input[type=number]', String(mfv));
      if (Object.keys(settings).length > 0) await session.click('summary', 'Agreed for the game', '[role=dialog]');
      for (const [title, value] of Object.entries(settings)) {
        if (typeof value === 'string') await session.choose(title, value, '[role=dialog]');
        else if (typeof value === 'number') await session.type('input', String(value), title, '[role=dialog]');
        else await session.click('label', title, '[role=dialog]');
      }
      await session.button('Begin the list');
      await session.verdict();
    },
    add: (unit) => session.add(unit),
    select: async (at) => {
      await session.click(`[data-at="${at}"] .main`);
      await session.verdict();
    },
    addGroup: (kind) => session.button(kind),
    press: (name) => session.button(name),
    attach: async (name) => {
      // Elements above the button may still appear and move it away from the click.
      await session.until(async () => {
        if (await session.run(`return document.querySelector('[role=menu]') !== null`)) return true;
        await session.button('Attach …', details);
        return false;
      }, 'the menu of what may be attached');
      await session.click('[role=menuitem]', name);
      await session.verdict();
    },
    tick: async (name) => {
      await session.tick(name, details);
      await session.verdict();
    },
    choose: async (label, option) => {
      await session.choose(label, option, details);
      await session.verdict();
    },
    type: async (label, text) => {
      await session.type('input', text, label);
      await session.verdict();
    },
    count: async (label, number) => {
      const now = async () =>
        Number(
          await session.run(
            `return document.querySelector(arguments[0]).innerText`,
            `${details} [role=group][aria-label=${JSON.stringify(label)}] output`,
          ),
        );
      await session.find(`${details} [role=group]`, label);
      for (let at = await now(); at !== number; at += Math.sign(number - at)) {
        await session.button(`${at < number ? 'One more' : 'One fewer'}: ${label}`, details);
        await session.verdict();
      }
    },
  };
}

test('units of a club are brought by the settings, and are there after a restart', async () => {
  for (const own of new Set(fleets.flatMap((fleet) => fleet.own ?? []))) {
    const session = await Session.start({
      folder: place.folder,
      env: { MUSTER_TEST_PICK: join(root, own) },
    });
    try {
      await session.button('Settings');
      // A click may be lost while the page is first painted. To add the same units twice changes nothing.
      await session.until(async () => {
        await session.button('Add units');
        return (await session.text('main')).includes(own);
      });
      await session.picture('app-own-units');
    } finally {
      await session.stop();
    }
  }
});

for (const fleet of fleets) {
  test(`${fleet.game}, from nothing`, async () => {
    const file = join(place.folder, `${fleet.ruleset}.yaml`);
    const session = await Session.start({
      folder: place.folder,
      env: { MUSTER_TEST_PICK: file },
    });
    try {
      await build(handsAt(session), fleet);
      assert.equal(await session.verdict(), 'Legal', await session.text('.problems'));
      assert.equal(await session.points(), fleet.points);
      await session.picture(`app-built-${fleet.ruleset}`);
      await session.press('Control+s');
      await session.until(async () => (await session.text('.kept')).includes(`${fleet.ruleset}.yaml`));
      const units = fleet.own ? ['--units', join(root, fleet.own)] : [];
      const [report] = JSON.parse(execFileSync(program, ['check', ...units, '--format', 'json', file])).reports;
      assert.deepEqual([report.verdict, report.points, report.name], ['legal', fleet.points, fleet.name]);
    } catch (fault) {
      await session.picture(`failed-${fleet.ruleset}`).catch(() => {});
      throw fault;
    } finally {
      await session.stop();
    }
  });
}
