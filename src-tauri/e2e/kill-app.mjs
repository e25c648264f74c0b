// Kills the app at random moments while a list is being edited, many times. After each kill every list must be readable, with
// all edits but those of the last second. It is no part of the tests, because it takes minutes:
//
//   MUSTER_APP=target/release/muster-desktop KILLS=200 xvfb-run -a -s "-screen 0 1360x860x24" node src-tauri/e2e/kill-app.mjs

import { setTimeout as wait } from 'node:timers/promises';
import { addSquadrons, KeptLists, stored } from '../../ui/e2e/kept-lists.mjs';
import { Session, home } from './session.mjs';

const KILLS = Number(process.env.KILLS ?? 200);

const kept = new KeptLists();
const place = home();
let session = await Session.start({ folder: place.folder });

/** Opens the screen at an address. */
const go = (hash) => session.run('location.hash = arguments[0]', hash);

/** Begins a list, or goes on with the last one. */
async function work() {
  if (kept.hasRoom) {
    await go(kept.current);
  } else {
    await go('#/');
    await session.button('New list');
    await session.click('label', 'Dystopian Wars 2.5', '[role=dialog]');
    await session.click('label', 'Kingdom of Britannia', '[role=dialog]');
    await session.button('Begin the list');
    await session.verdict();
    kept.begin(await session.run('return location.hash'));
  }
  await session.verdict();
}

/** What a function answers in the page. */
async function ask(asked) {
  const script = `const done = arguments[arguments.length - 1];
    (${asked})().then((answer) => done({ answer }), (fault) => done({ fault: String(fault) }));`;
  const { answer, fault } = await session.command('POST', '/execute/async', { script, args: [] });
  if (fault) throw new Error(fault);
  return answer;
}

for (let killed = 1; killed <= KILLS; killed++) {
  await work();
  // The page adds the next squadron when this script has seen the one before.
  await session.run(`window.told = () => new Promise((read) => (window.read = read)); void (${addSquadrons})()`);
  for (const end = Date.now() + 200 + Math.random() * 3000; Date.now() < end;) {
    kept.paint(await session.run('window.read?.(); return window.painted'));
    await wait(20);
  }
  const at = Date.now();
  session.kill();
  session = await Session.start({ folder: place.folder });
  const left = kept.compare(await ask(stored), at);
  if (kept.current) {
    await go(kept.current);
    await session.verdict();
    const rows = await session.run(`return document.querySelectorAll('[data-at] .main').length`);
    if (rows !== left) kept.fault(`${rows} squadrons are shown, ${left} are stored`);
  }
  if (killed % 10 === 0 || killed === KILLS) kept.tell(`${killed} kills of the app`);
}
await session.stop();
place.remove();
process.exit(kept.faults.length > 0 ? 1 : 0);
