// A monkey: clicks, types and presses keys at random, over every screen. Its moves follow a seeded generator. It works
// inside the page, because thousands of moves from outside would take too long.

/** Puts the monkey into a page, as `window.monkey`. This function is sent to the page, so it uses nothing around it. */
export function settleIn() {
  const TEXTS = [
    '',
    'a',
    '7',
    'Ruler',
    'class <100',
    'Ärger & Söhne “№ 5”',
    '<b>bold</b>',
    '../../etc/passwd',
    '🚢 الأسطول',
    'w'.repeat(300),
  ];
  const NUMBERS = ['', '-1', '0', '1', '2', '3', '12', '750', '99999', '1e9', '2.5'];
  const KEYS = [
    'ArrowDown ArrowUp ArrowLeft ArrowRight Enter Escape Tab Delete F8 ? + - Home End',
    'Shift+F8 Alt+ArrowUp Alt+ArrowDown Ctrl+z Ctrl+z Ctrl+y Ctrl+d Ctrl+f Ctrl+s Ctrl+p Ctrl+n Ctrl+o Ctrl+Shift+z',
  ].flatMap((keys) => keys.split(' '));
  const HANDLES = 'a[href], button, input, select, textarea, summary, [role^=menuitem], [role=option]';
  const PARTS =
    '[role=menu], [role=dialog], .toast, header, nav, fieldset, details, form, article, section, aside, footer, .pane, main';

  /** With more lists than this, the monkey deletes some. */
  const MANY = 8;

  let state = 0;
  /** A number from 0 up to, but not including, 1. */
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit) => Math.floor(random() * limit);
  const one = (all) => all[below(all.length)];
  const chance = (share) => random() < share;

  // Every call is followed: how many wait for their answer, and which were refused without a reason.
  let pending = 0;
  const faults = [];
  const ask = window.fetch;
  window.fetch = async (...args) => {
    pending++;
    try {
      const answer = await ask(...args);
      if (!answer.ok) {
        const body = await answer
          .clone()
          .json()
          .catch(() => null);
        // A bug of the program has the status 500. Others refuse and say why, also what takes too long.
        if (!body?.detail || answer.status === 500)
          faults.push(`${args[0]} answered ${answer.status}: ${JSON.stringify(body)}`);
      }
      return answer;
    } catch (told) {
      faults.push(`${args[0]} got no answer: ${told.message}`);
      throw told;
    } finally {
      pending--;
    }
  };

  const channel = new MessageChannel();
  const turns = [];
  channel.port1.onmessage = () => turns.shift()?.();
  /** Waits until the page has done what is due now. */
  const turn = () =>
    new Promise((done) => {
      turns.push(done);
      channel.port2.postMessage(null);
    });
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

  /** Whether the screen shows what the address names. */
  const isOpen = () => !/^Opening …$/.test(document.querySelector('#app main')?.textContent.trim() ?? 'Opening …');
  const isSettled = () => pending === 0 && isOpen() && !document.querySelector('.sum.stale, [aria-busy=true]');
  async function until(is, frames = 1) {
    for (let held = 0; held < frames; held = is() ? held + 1 : 0) await frame();
  }
  // After an answer the page stores something or asks for more, which takes a few frames.
  const settled = () => until(isSettled, 4);

  const isSeen = (handle) => handle.checkVisibility({ visibilityProperty: true }) && handle.getClientRects().length > 0;
  /** Whether a click at the middle of a handle reaches it. */
  const isReached = (handle) => {
    const shown =
      handle.labels?.[0] && handle.matches('.hidden, [type=radio], [type=checkbox]') ? handle.labels[0] : handle;
    shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = shown.getClientRects()[0];
    if (!box) return false;
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return top !== null && (shown.contains(top) || top.contains(handle));
  };
  const isUsable = (handle) =>
    !handle.disabled &&
    !handle.matches('[data-disabled], [type=file]') &&
    // Links to elsewhere would leave the program.
    (handle.tagName !== 'A' || handle.getAttribute('href').startsWith('#'));

  /** A handle that a person could use. Each part of the screen is as likely as the others, however much it holds. */
  function reach() {
    const over = [...document.querySelectorAll('[role=menu], [role=dialog]')].at(-1);
    const all = [...(over && chance(0.9) ? over : document.body).querySelectorAll(HANDLES)].filter(isUsable);
    const parts = new Map();
    for (const handle of all) {
      const part = handle.closest(PARTS);
      parts.set(part, [...(parts.get(part) ?? []), handle]);
    }
    const groups = [...parts.values()];
    for (let tries = 0; tries < 20 && groups.length > 0; tries++) {
      const handle = one(one(groups));
      if (isSeen(handle) && isReached(handle)) return handle;
    }
    return null;
  }

  const called = (handle) =>
    `${handle.tagName.toLowerCase()} “${(
      handle.getAttribute('aria-label') ??
      handle.labels?.[0]?.textContent ??
      handle.textContent ??
      ''
    )
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 60)}”`;

  function press(handle, button = 0) {
    const box = handle.getBoundingClientRect();
    const place = {
      bubbles: true,
      cancelable: true,
      composed: true,
      button,
      detail: 1,
      clientX: box.left + box.width / 2,
      clientY: box.top + box.height / 2,
      pointerType: 'mouse',
      isPrimary: true,
    };
    const send = (Kind, type) => handle.dispatchEvent(new Kind(type, place));
    send(PointerEvent, 'pointerdown');
    if (send(MouseEvent, 'mousedown')) handle.focus({ preventScroll: true });
    send(PointerEvent, 'pointerup');
    send(MouseEvent, 'mouseup');
    if (button === 2) send(MouseEvent, 'contextmenu');
    // A click without a number, as of `click()`, would be one by a key.
    else send(MouseEvent, 'click');
    return handle;
  }

  function fill(handle, text) {
    handle.focus({ preventScroll: true });
    const shape = handle.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(shape.prototype, 'value').set.call(handle, text);
    handle.dispatchEvent(new InputEvent('input', { bubbles: true }));
    if (chance(0.5)) handle.dispatchEvent(new Event('change', { bubbles: true }));
    if (chance(0.3)) strike('Enter');
  }

  function strike(keys) {
    const parts = keys === '+' ? ['+'] : keys.split('+');
    const key = parts.pop();
    const held = { ctrlKey: parts.includes('Ctrl'), shiftKey: parts.includes('Shift'), altKey: parts.includes('Alt') };
    const target = document.activeElement ?? document.body;
    const pressed = new KeyboardEvent('keydown', { key, ...held, bubbles: true, cancelable: true, composed: true });
    const goesOn = target.dispatchEvent(pressed);
    // A browser clicks a button, a link and a summary, and submits a form; it does so only for true keys.
    if (key === 'Enter' && goesOn && target.isConnected) {
      if (target.matches('button, summary, a[href^="#"]')) target.click();
      else if (target.matches('input')) target.form?.requestSubmit();
    }
    target.dispatchEvent(new KeyboardEvent('keyup', { key, ...held, bubbles: true }));
  }

  /** Cuts, copies or pastes, as the browser does after the keys. */
  const clip = { text: '' };
  function clipboard(kind) {
    const data = new DataTransfer();
    if (kind === 'paste') data.setData('text/plain', clip.text);
    (document.activeElement ?? document.body).dispatchEvent(
      new ClipboardEvent(kind, { clipboardData: data, bubbles: true, cancelable: true }),
    );
    if (kind !== 'paste') clip.text = data.getData('text/plain') || clip.text;
  }

  function drop(texts) {
    const data = new DataTransfer();
    for (const [name, text] of texts) data.items.add(new File([text], name));
    const event = (type) => new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
    for (const type of ['dragenter', 'dragover', 'drop']) document.body.dispatchEvent(event(type));
  }

  // --- Stored lists ---

  const stored = () =>
    new Promise((done, failed) => {
      const opening = indexedDB.open('muster');
      opening.onerror = () => failed(opening.error);
      opening.onsuccess = () => {
        const asking = opening.result.transaction('lists').objectStore('lists').getAll();
        asking.onsuccess = () => {
          opening.result.close();
          // A list that was deleted stays in the bin.
          const kept = asking.result.filter((row) => row.deleted === undefined);
          done(
            kept.map(({ id, rev, list }) => ({
              id,
              rev,
              name: list.name ?? null,
              ruleset: list.ruleset.id ?? list.ruleset,
            })),
          );
        };
      };
    });

  /** Presses a handle that deletes lists or brings deleted ones back, and notes which. Before and after it everything is
   * settled. `id` is the list that it must delete, if that is known. Returns whether the handle was still there. */
  async function deletion(handle, happened, id) {
    const ids = (lists) => new Set(lists.map(({ id }) => id));
    await settled();
    const before = ids(await stored());
    const expected = handle.isConnected ? deletes(handle) : null;
    // A row may stay for a moment after its list was deleted.
    if (!expected || (id && !before.has(id))) return false;
    press(handle);
    await settled();
    // Deleting takes a moment, which nothing on the screen tells the end of. A file that is opened meanwhile adds lists.
    let [gone, back] = [[], []];
    for (let frames = 0; frames < 600; frames++) {
      const after = ids(await stored());
      gone = [...before].filter((id) => !after.has(id));
      back = expected.back.filter((id) => after.has(id));
      const told = expected.gone === 0 || notice().startsWith('Deleted');
      if (told && gone.length === expected.gone && back.length === expected.back.length) break;
      await frame();
    }
    if (gone.length !== expected.gone || back.length !== expected.back.length)
      faults.push(`${expected.what}: ${gone.length} lists were deleted, ${back.length} came back`);
    if (id && gone.length > 0 && gone[0] !== id) faults.push(`${expected.what}: another list was deleted`);
    lastGone = gone;
    lastNotice = notice();
    happened.push({ gone, back });
    return true;
  }

  /** What a handle deletes or brings back on the start screen; null if it does neither. */
  let lastGone = [];
  let lastNotice = '';
  const notice = () => document.querySelector('.toast')?.textContent.trim() ?? '';
  function deletes(handle) {
    if (!document.querySelector('main.start') || !handle.matches('button, [role=menuitem]')) return null;
    const title = handle.textContent.trim();
    // The notice may be of a campaign sheet that was deleted since.
    if (title === 'Undo' && handle.closest('.toast'))
      return { gone: 0, back: notice() === lastNotice ? lastGone : [], what: `Undo of “${notice()}”` };
    if (title !== 'Delete') return null;
    if (handle.matches('[role=menuitem]')) {
      // Campaign sheets are deleted in menus too. Only lists have tags.
      const isOfList = [...handle.closest('[role=menu]').children].some((one) => one.textContent.trim() === 'Tags');
      return isOfList ? { gone: 1, back: [], what: 'Delete in a menu' } : null;
    }
    const selected = Number.parseInt(handle.closest('[role=toolbar]').textContent, 10);
    return { gone: selected, back: [], what: 'Delete of the selected' };
  }

  // --- Moves ---

  /** Makes one move and returns what it was, in words. */
  async function move(files, places, happened) {
    const kind = random();
    const menus = document.querySelectorAll('main.start [data-list] [aria-label^="What to do with"]');
    // A person cannot reach the rows behind a dialog. A menu that is still open has items of another list.
    if (menus.length > MANY && !document.querySelector('[role=dialog], [role=menu]') && chance(0.6)) {
      const id = press(one(menus)).closest('[data-list]').dataset.list;
      let item;
      // A menu is placed a few frames after it is opened.
      for (let frames = 0; frames < 20 && !item; frames++) {
        await frame();
        item = [...document.querySelectorAll('[role=menuitem]')].find((one) => deletes(one));
      }
      if (!item) return 'open a menu in vain';
      return `delete a list, as there are many: ${await deletion(item, happened, id)}`;
    }
    if (kind < 0.03) {
      location.hash = one(places);
      return `go to ${location.hash}`;
    }
    if (kind < 0.033) {
      const file = one(files);
      drop([file]);
      return `drop ${file[0]}`;
    }
    if (kind < 0.04 && window.navigation?.canGoBack) {
      history.back();
      return 'go back';
    }
    if (kind < 0.14) {
      const keys = one(KEYS);
      const undo = document.querySelector('main.start') && document.querySelector('.toast button');
      if (keys === 'Ctrl+z' && undo) return 'leave the deletion';
      if (keys === 'Enter' && document.activeElement && deletes(document.activeElement)) return 'leave the button';
      strike(keys);
      return `press ${keys}`;
    }
    if (kind < 0.16) {
      const what = one(['copy', 'cut', 'paste', 'paste']);
      clipboard(what);
      return what;
    }
    const handle = reach();
    if (!handle) {
      strike('Escape');
      return 'find nothing, press Escape';
    }
    const name = called(handle);
    if (deletes(handle)) return `delete or bring back by ${name}: ${await deletion(handle, happened)}`;
    if (kind < 0.18) return press(handle, 2) && `right-click ${name}`;
    if (handle.tagName === 'SELECT') {
      const options = [...handle.options].filter((option) => !option.disabled);
      if (options.length > 0) handle.value = one(options).value;
      handle.focus({ preventScroll: true });
      for (const type of ['input', 'change']) handle.dispatchEvent(new Event(type, { bubbles: true }));
      return `choose ${handle.value} in ${name}`;
    }
    if (handle.matches('textarea, input:not([type=checkbox], [type=radio], [type=button], [type=range])')) {
      const text = one(handle.type === 'number' || handle.inputMode === 'numeric' ? NUMBERS : TEXTS);
      fill(handle, text);
      return `type “${text.slice(0, 20)}” into ${name}`;
    }
    press(handle);
    if (kind < 0.2 && handle.isConnected) handle.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    return `click ${name}`;
  }

  const screen = () => {
    const [, first = '', , page = 'fleet'] = location.hash.split('/');
    return first === 'list' ? page : first || 'start';
  };

  window.monkey = {
    settled,
    stored,
    drop,
    faults,
    /** Makes moves by the generator in this state. Returns its new state, the moves, the screens and dialogs that were
     * seen, the lists that were opened, deleted and brought back, what was wrong, and two numbers for the mouse. */
    async moves(number, seed, files, places) {
      state = seed;
      // A screen whose code is still on its way would be left before it is seen.
      await settled();
      const [done, seen, happened] = [[], new Set([screen()]), []];
      const opened = new Set();
      for (let n = 0; n < number && faults.length === 0; n++) {
        const at = screen();
        opened.add(location.hash.split('/')[2]);
        done.push(`${at}: ${await move(files, places, happened)}`);
        if (chance(0.02)) await settled();
        else {
          await turn();
          if (!isOpen()) await until(isOpen);
        }
        seen.add(screen());
        const dialog = document.querySelector('[role=dialog]');
        if (dialog) seen.add('dialog');
        const main = document.querySelector('#app main');
        if (!main || main.textContent.trim() === '' || main.getClientRects().length === 0)
          faults.push('the page is blank');
      }
      await settled();
      opened.add(location.hash.split('/')[2]);
      const aim = [random(), random()];
      return { state, aim, done, seen: [...seen], opened: [...opened], happened, faults, lists: await stored() };
    },
  };
}
