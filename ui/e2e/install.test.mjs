// A browser offers to install the static edition, and its policy keeps out what is not in the folder.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser } from './muster.mjs';
import { servePlain } from './plain-server.mjs';

const FOLDER = process.env.MUSTER_STATIC;
const skip = !FOLDER && 'MUSTER_STATIC names no folder of the static edition';

async function visit(test) {
  const [server, chrome] = [await servePlain(FOLDER), await browser()];
  test.after(async () => {
    await chrome.stop();
    await server.stop();
  });
  const page = await chrome.context.newPage();
  await page.goto(server.url);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return { page, server };
}

test('a browser offers to install the static edition', { skip }, async (test) => {
  const { page, server } = await visit(test);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors, []);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');
  assert.deepEqual([url, errors], [`${server.url}manifest.webmanifest`, []]);
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const src of [touch, ...JSON.parse(data).icons.map((icon) => icon.src)]) {
    const answer = await page.request.get(new URL(src, server.url).href);
    assert.equal(answer.status(), 200, src);
  }
});

test('the policy keeps out scripts and addresses that are not of the folder', { skip }, async (test) => {
  const { page } = await visit(test);
  await page.evaluate(() => {
    globalThis.refused = new Set();
    document.addEventListener('securitypolicyviolation', (event) => globalThis.refused.add(event.effectiveDirective));
    document.head.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true;' }));
    document.body.append(Object.assign(document.createElement('img'), { src: 'http://127.0.0.1:9/picture.png' }));
    void fetch('http://127.0.0.1:9/').catch(() => undefined);
    // Text that a timer should run.
    setTimeout('globalThis.ran = true');
  });
  await page.waitForFunction(() => globalThis.refused.size === 4);
  const refused = await page.evaluate(() => ({ ran: globalThis.ran ?? false, named: [...globalThis.refused].sort() }));
  assert.deepEqual(refused, { ran: false, named: ['connect-src', 'img-src', 'script-src', 'script-src-elem'] });
});
