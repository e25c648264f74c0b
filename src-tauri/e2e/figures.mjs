// Measures the app for docs/performance.md: how soon its window is usable, how much memory it holds with a list of 60
// squadrons, and how that grows with edits. The figures are printed, not judged. `make figures` runs it with a release
// build.

import { readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EDITS, SIXTY, edit, told } from '../../ui/e2e/timing.mjs';
import { Session, home } from './session.mjs';

const STARTS = 7;
const ROUNDS = 2;

const stat = (pid) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
const processes = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** A process and all its descendants. */
function family(pid) {
  const children = processes().filter((one) => {
    try {
      return stat(one)[1] === String(pid);
    } catch {
      return false; // It ended meanwhile.
    }
  });
  return [String(pid), ...children.flatMap(family)];
}

/** The app's process, among those that the driver started. */
const app = (session) =>
  family(session.driver.pid).find((pid) => readlinkSync(`/proc/${pid}/exe`) === process.env.MUSTER_APP);

/** When a process started, in milliseconds of the clock. The system gives it to a hundredth of a second. */
const began = (pid) =>
  Date.now() - Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000 + Number(stat(pid)[19]) * 10;

/** The app's memory in MB: what it allocated itself, and its share of mapped files. The latter is nearly all the
 * system's web view, and is freed when memory is short. */
function memory(session) {
  const sum = (key) =>
    family(app(session)).reduce(
      (all, pid) =>
        all + Number(new RegExp(`^${key}: +(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]),
      0,
    ) / 1024;
  return { own: sum('Pss_Anon') + sum('Pss_Shmem'), files: sum('Pss_File') };
}

const said = ({ own, files }) => `${own.toFixed(0)} MB of its own, ${files.toFixed(0)} MB of mapped files`;

const place = home();
try {
  const times = { painted: [], whole: [] };
  for (let n = 0; n <= STARTS; n++) {
    const session = await Session.start({ folder: place.folder });
    try {
      const [origin, painted, usable] = await session.until(() =>
        session.run(
          `const mark = performance.getEntriesByName('usable')[0]; const paint = performance.getEntriesByName('first-contentful-paint')[0]; return mark && paint ? [performance.timeOrigin, paint.startTime, mark.startTime] : null`,
        ),
      );
      const start = origin - began(app(session));
      // The first start only warms the disk cache.
      if (n > 0) {
        times.painted.push(start + painted);
        times.whole.push(start + usable);
      }
      if (n === STARTS) console.log(`start screen: ${said(memory(session))}`);
    } finally {
      await session.stop();
    }
  }
  for (const [what, all] of [
    ['the start screen, where a list can be begun or opened', times.painted],
    ['the start screen with everything it shows', times.whole],
  ]) {
    console.log(`from the start of the process to ${what}: ${told(all)}`);
  }

  const file = join(place.folder, 'sixty.json');
  writeFileSync(file, JSON.stringify(SIXTY));
  const session = await Session.start({ folder: place.folder, args: [file] });
  try {
    await session.verdict();
    await sleep(5000);
    console.log(`60 squadrons open: ${said(memory(session))}`);
    for (let round = 1; round <= ROUNDS; round++) {
      const before = memory(session).own;
      const start = Date.now();
      await edits(session, EDITS);
      const took = Date.now() - start;
      await sleep(15_000);
      const after = memory(session);
      console.log(
        `after ${round * EDITS} edits: ${said(after)}, ${(((after.own - before) * 1024) / EDITS).toFixed(2)} kB an edit; ${(took / EDITS).toFixed(1)} ms each with its verdict`,
      );
    }
  } finally {
    await session.stop();
  }
} finally {
  place.remove();
}

/** Makes edits in the open list, a hundred at a time: the driver waits for an answer no longer than that takes. */
async function edits(session, count) {
  for (let done = 0; done < count; done += 100) {
    await session.command('POST', '/execute/async', {
      script: `const [part, done] = arguments; (${edit})(part).then(() => done(true));`,
      args: [[done, done + 100]],
    });
  }
}
