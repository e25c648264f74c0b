// Measures the user interface for docs/performance.md. Only this browser gives these figures exactly: the memory of a
// page after garbage collection, with a list of 60 squadrons and after rounds of edits. They are printed, not judged.
// `make figures` runs it.

import { browser, serve, sixty } from './muster.mjs';
import { EDITS, edit } from './timing.mjs';

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
    await page.evaluate(edit, [0, EDITS]);
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
