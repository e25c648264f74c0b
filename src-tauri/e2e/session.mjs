// Drives the real app through WebKitWebDriver, with the few moves that every test makes.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const APP = process.env.MUSTER_APP;
// If the driver finds no app, it starts its own browser, and the tests fail in confusing ways.
if (!APP || !existsSync(APP)) throw new Error('MUSTER_APP names the app to test, such as target/debug/muster-desktop');

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = {
  Control: '\uE009',
  Shift: '\uE008',
  Delete: '\uE017',
  Enter: '\uE007',
  F8: '\uE038',
  Escape: '\uE00C',
};

/** The time limit of a wait. It is far longer than a busy machine needs, so only waits that would never end fail. */
const NEVER = 120_000;
/** If an app is slow to answer, the driver starts it again, at most this often. */
const STARTS = 5;

/** How long an app may take to end by itself. */
const PATIENCE = 10_000;

/** The number of processes in a group. */
const group = (id) =>
  readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[2] === String(id)
      );
    } catch {
      return false; // It ended meanwhile.
    }
  }).length;

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** A home folder for one test, so that stored data is there at a second start and gone after the test. */
export const home = () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-app-'));
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

export class Session {
  /** Starts the app with files to open and additional environment variables. */
  static async start({ folder, args = [], env = {} }) {
    const session = new Session();
    const port = await freePort();
    const homes = {
      HOME: folder,
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_CONFIG_HOME: join(folder, 'config'),
    };
    session.driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      env: {
        ...process.env,
        ...homes,
        ...env,
        TAURI_WEBVIEW_AUTOMATION: 'true',
      },
      stdio: 'ignore',
      // A process group of its own, so that driver and app are ended together.
      detached: true,
    });
    session.base = `http://127.0.0.1:${port}`;
    const capabilities = {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: APP, args } },
    };
    for (let starts = 0; !session.id;) {
      try {
        session.id = (await session.request('POST', '/session', { capabilities })).sessionId;
      } catch (fault) {
        // Only refusals by the driver count as starts. Before it listens, the connection fails instead.
        if (fault.driver) starts++;
        if (starts === STARTS || session.driver.exitCode !== null) {
          session.kill();
          throw fault;
        }
        await sleep(100);
      }
    }
    await session.until(() =>
      session.run('return document.readyState === "complete" && document.querySelector("main, [role=main]") !== null'),
    );
    return session;
  }

  async request(method, path, body) {
    const answer = await fetch(this.base + path, {
      method,
      body: body && JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    const { value } = await answer.json();
    if (!answer.ok)
      throw Object.assign(new Error(`${value?.error}: ${value?.message}`), {
        driver: value?.error,
      });
    return value;
  }

  command(method, path, body) {
    return this.request(method, `/session/${this.id}${path}`, body);
  }

  /** Runs a script in the window. */
  run(script, ...args) {
    return this.command('POST', '/execute/sync', { script, args });
  }

  /** The first visible element of a kind whose accessible name equals or at least begins with `name`. */
  async find(css, name = null, within = 'body') {
    const found = await this.until(
      () =>
        this.run(
          `const [css, name, within] = arguments;
         const named = (one) => one.getAttribute('aria-label') ?? (one.labels?.length ? [...one.labels].map((label) => label.innerText).join(' ') : one.innerText);
         const shown = (one) => one.checkVisibility?.() ?? true;
         const scopes = [...document.querySelectorAll(within)];
         const all = scopes.flatMap((scope) => [...scope.querySelectorAll(css)]);
         const words = (one) => named(one)?.trim().replace(/\\s+/g, ' ') ?? '';
         const fit = all.filter((one) => shown(one) && (name === null || words(one).startsWith(name)));
         return fit.find((one) => words(one) === name) ?? fit[0] ?? null;`,
          css,
          name,
          within,
        ),
      `${css} ${name === null ? '' : JSON.stringify(name)} in ${within}`,
    );
    return found[ELEMENT];
  }

  /** Clicks an element. Tries again if it was being repainted. WebKit's driver does not scroll dialogs by itself. */
  async click(css, name = null, within = 'body') {
    await this.until(async () => {
      const element = await this.find(css, name, within);
      await this.run(`arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`, { [ELEMENT]: element });
      await this.command('POST', `/element/${element}/click`, {});
      return true;
    });
  }

  button(name, within) {
    return this.click('button, a, [role=menuitem]', name, within);
  }

  /** Types into a field. Tries again if a closing menu still covers it. */
  async type(css, text, name = null, within = 'body') {
    await this.until(async () => {
      const element = await this.find(css, name, within);
      await this.command('POST', `/element/${element}/clear`, {});
      await this.command('POST', `/element/${element}/value`, { text });
      return true;
    });
  }

  /** Ticks a radio button or a checkbox. */
  async tick(name, within = 'body') {
    await this.until(async () => {
      const element = await this.find('input[type=radio], input[type=checkbox]', name, within);
      if (await this.command('GET', `/element/${element}/selected`)) return true;
      await this.command('POST', `/element/${element}/click`, {});
      return true;
    });
  }

  /** Chooses an option of a select by its text. */
  async choose(name, label, within = 'body') {
    await this.until(async () => {
      const element = await this.find('select', name, within);
      return this.run(
        `const [select, label] = arguments;
         const wanted = [...select.options].find((option) => option.label.trim() === label);
         if (!wanted) return false;
         select.value = wanted.value;
         select.dispatchEvent(new Event('input', { bubbles: true }));
         select.dispatchEvent(new Event('change', { bubbles: true }));
         return true;`,
        { [ELEMENT]: element },
        label,
      );
    });
  }

  /** Presses keys together, such as `Control+z`. */
  async press(chord) {
    const keys = chord.split('+').map((key) => KEYS[key] ?? key);
    const down = keys.map((value) => ({ type: 'keyDown', value }));
    const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }));
    await this.command('POST', '/actions', {
      actions: [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }],
    });
  }

  /** The text of the first element that matches. */
  text(css) {
    return this.run('return document.querySelector(arguments[0])?.innerText ?? null', css);
  }

  /** The verdict in the bar, once it is about the current list and all units are loaded. */
  async verdict() {
    await this.until(() =>
      this.run(
        `return (document.querySelector('.stamp')?.matches('.legal, .illegal, .undetermined, .unreadable, .empty, .to-do') && !document.querySelector('.sum.stale, [aria-busy=true]')) ?? false`,
      ),
    );
    return (await this.text('.stamp')).split('\n')[0];
  }

  async points() {
    await this.verdict();
    return Number(await this.text('.total strong'));
  }

  /** Adds a unit by searching for it. */
  async add(name) {
    await this.type('#unit-search', name);
    await this.button(`Add ${name}`);
    await this.verdict();
  }

  /** A screenshot of the window, after everything was painted. */
  async picture(name) {
    const script =
      'const done = arguments[arguments.length - 1]; requestAnimationFrame(() => requestAnimationFrame(() => done(1)))';
    await this.command('POST', '/execute/async', { script, args: [] });
    mkdirSync('ui/shots', { recursive: true });
    writeFileSync(join('ui/shots', `${name}.png`), Buffer.from(await this.command('GET', '/screenshot'), 'base64'));
  }

  /** Repeats a question until it is answered. An app that is gone never answers. */
  async until(what, told = String(what)) {
    const end = Date.now() + NEVER;
    let fault;
    while (Date.now() < end) {
      try {
        const answer = await what();
        if (answer) return answer;
      } catch (thrown) {
        if (thrown.driver === 'invalid session id' || thrown.cause?.code === 'ECONNREFUSED') throw thrown;
        fault = thrown;
      }
      await sleep(30);
    }
    const shown = await this.text('body').catch(() => '');
    throw fault ?? new Error(`never came: ${told}\nThe window shows: ${shown}`);
  }

  /** Ends the app as a person does, so that its web view still writes pending data, such as settings. */
  async stop() {
    try {
      await this.request('DELETE', `/session/${this.id}`);
      for (const end = Date.now() + PATIENCE; Date.now() < end && group(this.driver.pid) > 1;) await sleep(30);
    } catch {
      // A crashed app has no session any more.
    } finally {
      this.kill();
    }
  }

  /** Kills driver and app. The end of a session does not end every app, and a test must not wait for it forever. */
  kill() {
    try {
      process.kill(-this.driver.pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
}
