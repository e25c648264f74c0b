// Measures the user interface for docs/performance.md. Only this browser gives these figures exactly: the memory of a
// page after garbage collection, with a list of 60 squadrons and after rounds of edits. They are printed, not judged.
// `make figures` runs it.

import { browser, serve, sixty } from './muster.mjs';

/** After this many edits the list is the same as before. Otherwise the program's answers would be longer or shorter,
 * and be counted. */
const EDITS = 1200;

const server = await serve();
const chrome = await browser();
try {
  const page = await chrome.page();
  const tools = await chrome.context.newCDPSession(page);
  const held = async () => {
    // Repeated, because what the first collection frees may have held more objects.
    for (let n = 0; n < 3; n++) await tools.send('HeapProfiler.collectGarbage');
    return (await tools.send('Runtime.getHeapUsage')).usedSize / 1024;
  };
  await page.goto(server.url);
  await sixty(page);

  let before = await held();
  console.log(`60 squadrons in a page: ${(before / 1024).toFixed(1)} MB of objects after garbage collection`);
  for (let round = 1; round <= 4; round++) {
    // Adds or removes one model, squadron by squadron, so that each edit is its own step. Each is judged before the
    // next.
    await page.evaluate(async (edits) => {
      for (let n = 0; n < edits; n++) {
        const row = document.querySelector(`[data-at="/squadrons/${n % 60}"]`);
        row.querySelector(`button[aria-label^="One ${Math.floor(n / 60) % 2 ? 'fewer' : 'more'}"]`).click();
        await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
        while (document.querySelector('.sum.stale')) await new Promise((painted) => requestAnimationFrame(painted));
      }
    }, EDITS);
    await page.waitForTimeout(1000);
    const after = await held();
    console.log(
      `after ${round * EDITS} edits: ${(after / 1024).toFixed(1)} MB, ${((after - before) / EDITS).toFixed(2)} kB an edit`,
    );
    before = after;
  }
} finally {
  await chrome.stop();
  await server.stop();
}
