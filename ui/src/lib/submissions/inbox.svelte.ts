// Keeps everything that players handed in: takes in files, has them judged in parts, and stores them and corrections.

import * as api from '../api/api';
import type { Compared, EventsAnswer, GivenEvent, HandedInInfo, Submission, TallyAnswer } from '../api/types';
import { keep } from '../desk/desks.svelte';
import * as lists from '../desk/store';
import type { Brought, Refusal } from '../shell';
import { handedIn, lean, type Other, othersOf, placeIn, placeOf, type Row, rowsOf, withVersion } from './rows';
import * as store from './store';

/** The most characters of one call. Larger files go alone. */
const CALL = 4_000_000;
/** The most files of one call, so that progress is seen. */
const FILES = 200;
/** The largest content of a file: a call with it stays below what the program takes. */
const LARGEST = 60_000_000;

/** Later versions, and what became of the lists in them. */
export interface Later {
  found: store.Handed[];
  contents: store.Content[];
  lists: Compared[];
  others: Other[];
}

let handed = $state.raw<store.Handed[]>([]);
let choice = $state.raw<store.Choice>({ judge: '', event: null, own: [] });
let events = $state.raw<EventsAnswer | null>(null);
let progress = $state.raw<{ done: number; of: number } | null>(null);
let refusal = $state.raw<{ message: string; help?: string | null } | null>(null);
/** The last count, and the rows that it is about. */
let counted = $state.raw<{ rows: Row[]; tally: TallyAnswer } | null>(null);
/** The lists that were found, and the rows that say which of them count. */
let versioned = $state.raw<{ found: Row[]; rows: Row[] } | null>(null);
let loaded = $state(false);
let comparing = $state(false);
let later = $state.raw<Later | null>(null);

const found = $derived(rowsOf(handed));
const rows = $derived(versioned?.found === found ? versioned.rows : found);
const others = $derived(othersOf(handed));
const folder = $derived.by(() => {
  const first = /^[^/]*\//.exec(handed[0]?.name ?? '')?.[0] ?? '';
  return handed.every((file) => file.name.startsWith(first)) ? first : '';
});

/** One change after the other: a drop during a drop waits. */
let work: Promise<void> = Promise.resolve();

function change(what: () => Promise<void>): Promise<void> {
  work = work.then(async () => {
    refusal = null;
    try {
      await what();
    } catch (told) {
      refusal = told as Refusal;
    }
    progress = null;
  });
  return work;
}

/** A file to read; without content if it is not kept. */
interface Readable {
  name: string;
  read: () => Promise<Omit<store.Content, 'name'> | undefined>;
}

/** Reads and judges files in parts. `found` gets each part with its contents, in the order of the files. */
async function judge(
  files: readonly Readable[],
  found: (outcomes: { name: string; outcomes: HandedInInfo[] }[], contents: store.Content[]) => void | Promise<void>,
): Promise<void> {
  let part: store.Content[] = [];
  let size = 0;
  let done = 0;
  progress = { done, of: files.length };

  const send = async (): Promise<void> => {
    if (part.length === 0) return;
    const sent = part;
    [part, size] = [[], 0];
    const answer = await api.submissions({ files: sent, event: choice.event });
    await found(
      answer.files.map((outcomes, n) => ({ name: sent[n]!.name, outcomes })),
      sent,
    );
    progress = { done: (done += sent.length), of: files.length };
  };

  for (const { name, read } of files) {
    let content: Omit<store.Content, 'name'> | undefined;
    let why = 'Muster no longer has its content: add the file again';
    try {
      content = await read();
      if (content && content.text.length > LARGEST) [content, why] = [undefined, 'too large to be read'];
    } catch (told) {
      why = (told as Error).message;
    }
    if (!content) {
      await found(
        [
          {
            name,
            outcomes: [{ 'handed-in': { 'no-list': { file: name, 'packed-in': null, sender: null, why } }, words: [] }],
          },
        ],
        [],
      );
      done++;
      continue;
    }
    if (size + content.text.length > CALL || part.length >= FILES) await send();
    // The content may have more fields, such as where the file is, which the call refuses.
    part.push({ name, text: content.text, packed: content.packed });
    size += content.text.length;
  }
  await send();
}

/** Takes in files, or with `again` those that are here, whose corrections stay. */
async function read(files: readonly Readable[], again: boolean): Promise<void> {
  await judge(files, async (found, contents) => {
    const all = new Map(handed.map((one) => [one.name, one]));
    const now = found.map((one): store.Handed => {
      const { corrected, hidden } = (again && all.get(one.name)) || { corrected: {}, hidden: [] };
      return { ...one, corrected, hidden };
    });
    await store.save(now, again ? [] : contents);
    for (const one of now) all.set(one.name, one);
    handed = [...all.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  });
}

/** Names with a point at the beginning are those of the system. */
const isVisible = ({ name }: Brought): boolean => !/(^|\/)\./.test(name);

/** Judges corrected lists that were edited since. */
async function look(all: boolean): Promise<void> {
  const edited: store.Handed[] = [];
  for (const file of handed) {
    let corrected = file.corrected;
    for (const [place, one] of Object.entries(file.corrected)) {
      const [n, m] = place.split('.').map(Number) as [number, number];
      const outcome = file.outcomes[n]?.['handed-in'];
      const submission = outcome && 'lists' in outcome ? outcome.lists[m] : undefined;
      if (!submission) continue;
      const kept = one.list === null ? null : (await lists.load(one.list))?.kept;
      // If the list was deleted, its last correction stays.
      const list = kept === undefined ? one.judged?.submission.list : kept === null ? submission.list : kept.list;
      const isEdited = kept ? kept.rev !== one.rev : false;
      if (!list || !(isEdited || (all && one.judged))) continue;
      const isSame = isEdited && JSON.stringify(list) === JSON.stringify(submission.list);
      const judged = isSame ? null : await api.correct({ submission: bare(submission), list, event: choice.event });
      corrected = { ...corrected, [place]: { ...one, rev: kept?.rev ?? one.rev, judged } };
    }
    if (corrected !== file.corrected) edited.push({ ...file, corrected });
  }
  await replace(edited);
}

/** A submission as it was handed in, without what a correction replaces. */
const bare = (submission: Submission): Submission => ({ ...submission, list: null });

async function replace(edited: store.Handed[]): Promise<void> {
  if (edited.length === 0) return;
  await store.save(edited);
  const now = new Map(edited.map((one) => [one.name, one]));
  handed = handed.map((one) => now.get(one.name) ?? one);
}

async function correct(row: Row, correction: store.Correction): Promise<void> {
  const file = handed.find((one) => one.name === row.file);
  if (file) await replace([{ ...file, corrected: { ...file.corrected, [placeIn(row.key)]: correction } }]);
}

/** The rows, each with whether its list counts under the chosen event. Lists that are `late` count though the deadline is over. */
async function marked(rows: Row[], late: boolean): Promise<Row[]> {
  const { event } = choice;
  if (!event) return rows;
  const judged = await api.versions(
    rows.map((row) => lean(row.submission)),
    late,
    event,
  );
  return rows.map((row, place) => withVersion(row, judged[place]!));
}

/** The lists that count, without versions. */
const counting = async (rows: Row[], late: boolean): Promise<Submission[]> =>
  (await marked(rows, late)).filter((row) => row.under === null).map((row) => lean(row.submission));

const same = (one: GivenEvent | null, other: GivenEvent | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const inbox = {
  get loaded(): boolean {
    return loaded;
  },
  get files(): number {
    return handed.length;
  },
  /** The folder in which all files lie, with a slash; empty if there is none. */
  get folder(): string {
    return folder;
  },
  /** The rows as they were found. They change only when lists come, go or are corrected. */
  get found(): Row[] {
    return found;
  },
  /** The same rows; those of versions say so once all lists are known. */
  get rows(): Row[] {
    return rows;
  },
  get others() {
    return others;
  },
  get progress() {
    return progress;
  },
  get refusal() {
    return refusal;
  },
  get tally(): TallyAnswer | null {
    return counted?.tally ?? null;
  },
  /** Whether the tally is of these rows. */
  get counted(): boolean {
    return counted?.rows === rows;
  },
  /** For each row the place of the list that is the same. None while rows that came since are not counted yet. */
  get same(): (string | null)[] {
    return counted?.rows === rows ? counted.tally['same-as'] : [];
  },
  get events(): EventsAnswer | null {
    return events;
  },
  get choice(): store.Choice {
    return choice;
  },
  /** The name of the chosen event. */
  get title(): string | null {
    const { event, own } = choice;
    return (
      event &&
      ((event.text
        ? own.find((one) => same(one.event, event))?.title
        : events?.events.find((one) => one.id === event.name)?.name) ??
        event.name)
    );
  },
  handedIn: () => handedIn(handed),

  /** Loads what is stored, and judges again what was corrected in the builder. */
  open: (): Promise<void> =>
    change(async () => {
      if (!loaded) {
        [handed, choice] = await Promise.all([store.all(), store.choice()]);
        loaded = true;
      }
      // The builder keeps events, too.
      choice = { ...choice, own: (await store.choice()).own };
      events = await api.events({});
      const now = await judgeNow();
      if (choice.judge === now) await look(false);
      else await decide({ ...choice, judge: now });
    }),

  /** Takes in files. A file of the same name as an earlier one replaces it. */
  take: (files: Brought[]): Promise<void> =>
    comparing ? inbox.compare(files) : change(() => read(files.filter(isVisible), false)),

  /** Judges everything under another event. */
  choose: (event: GivenEvent | null): Promise<void> =>
    change(async () => {
      if (same(event, choice.event)) return;
      await decide({ ...choice, event });
    }),

  /** Adds an event of the organiser, and judges everything under it. */
  add: (file: { name: string; text: string }): Promise<void> =>
    change(async () => {
      const event = { name: file.name, text: file.text };
      const { given } = await api.events({ given: event });
      const own = [
        ...choice.own.filter((one) => one.event.name !== file.name),
        { event, title: given?.name ?? file.name, ...(given ? { rulesets: given.rulesets } : {}) },
      ];
      await decide({ ...choice, event, own });
    }),

  /** Opens a list in the builder: the id of the kept list, which is made if there is none yet. */
  async edit(row: Row): Promise<string> {
    if (row.kept && (await lists.load(row.kept))) return row.kept;
    // Who sent the mail is not in the list, and would be lost.
    const list = { ...row.submission.list!, ...(row.player ? { player: row.player } : {}) };
    const event = choice.event && { given: choice.event, title: inbox.title ?? '' };
    const id = await keep(list, null, { event, submission: row.key, finished: true });
    await correct(row, { list: id, rev: 1, judged: null });
    return id;
  },

  /** Takes a list as it was read: nothing in it is doubtful any more. */
  settle: (row: Row): Promise<void> =>
    change(async () => {
      const list = row.submission.list!;
      const judged = await api.correct({ submission: bare(row.original), list, event: choice.event });
      await correct(row, { list: row.kept, rev: (row.kept && (await lists.load(row.kept))?.kept.rev) || 1, judged });
    }),

  /** Takes a correction back. The list in the builder stays. */
  undo: (row: Row): Promise<void> =>
    change(async () => {
      const file = handed.find((one) => one.name === row.file);
      if (!file) return;
      const { [placeIn(row.key)]: _, ...corrected } = file.corrected;
      await replace([{ ...file, corrected }]);
    }),

  /** Forgets everything that was handed in. Lists that were opened in the builder stay. */
  clear: (): Promise<void> =>
    change(async () => {
      await store.clear();
      handed = [];
    }),

  /** What became of the lists in later versions; null until there are any. */
  get later(): Later | null {
    return later;
  },

  /** Whether files that are brought are later versions. */
  get comparing(): boolean {
    return comparing;
  },
  set comparing(on: boolean) {
    comparing = on;
    later = null;
  },

  /** Compares everything with later versions. They are not taken in. */
  compare: (files: Brought[]): Promise<void> =>
    change(async () => {
      const found: store.Handed[] = [];
      const contents: store.Content[] = [];
      await judge(files.filter(isVisible), (some, sent) => {
        found.push(...some.map((one) => ({ ...one, corrected: {}, hidden: [] })));
        contents.push(...sent);
      });
      const before = await counting(inbox.found, false);
      const after = await counting(rowsOf(found), true);
      const { lists } = await api.compare({ before, after, event: choice.event });
      later = { found, contents, lists, others: othersOf(found) };
    }),

  /**
   * Takes in the later versions. They take the place of the lists that changed; of the same lists, the first stays. With
   * `sure`, versions of whose sender something must be known are left out.
   */
  useLater: (sure = false): Promise<void> =>
    change(async () => {
      if (!later) return;
      const { found, contents, lists } = later;
      const isTaken = (one: Compared): boolean => one.outcome !== 'same' && !(sure && isToAsk(one));
      const changed = lists.filter((one) => one.outcome === 'changed' && isTaken(one));
      const earlier = without(
        handed,
        changed.map((one) => one.before),
      );
      const taken = without(
        found,
        lists.filter((one) => !isTaken(one)).map((one) => one.after),
      ).filter((file) => rowsOf([file]).length > 0 || othersOf([file]).length > 0);
      // A file of the same name may be another player's: it replaces an earlier one only if nothing is left of that.
      const inUse = new Set(earlier.filter((file) => rowsOf([file]).length > 0).map((file) => file.name));
      const names = new Map(taken.map(({ name }) => [name, free(name, inUse)]));
      const now = new Map(
        [...earlier, ...taken.map((file) => ({ ...file, name: names.get(file.name)! }))].map((one) => [one.name, one]),
      );
      await store.save(
        [...now.values()],
        contents.flatMap((one) => (names.has(one.name) ? [{ ...one, name: names.get(one.name)! }] : [])),
      );
      handed = [...now.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
      inbox.comparing = false;
    }),

  /** Finds which lists count, and counts everything anew. */
  async count(): Promise<void> {
    const before = found;
    const now = await marked(before, false);
    const tally = await api.tally({
      lists: now.map(({ place, submission: { report, came }, doubts, under }) => ({
        place,
        verdict: report.verdict,
        doubtful: doubts.length > 0,
        ruleset: report.ruleset?.id ?? null,
        fingerprint: report.fingerprint,
        version: under === null ? null : came.counts,
      })),
      others: others.length,
      files: handed.length,
    });
    if (before !== found) return;
    versioned = { found: before, rows: now };
    counted = { rows: now, tally };
  },
};

/** Whether an organiser must look at who sent a list before it takes the place of another. */
export const isToAsk = (one: Compared): boolean =>
  (one.outcome === 'changed' || one.outcome === 'new') && one.senders.length > 0;

/** A name that no file in use has, and that is in use from now on. */
function free(name: string, inUse: Set<string>): string {
  let now = name;
  for (let n = 2; inUse.has(now); n++) now = name.replace(/(\.[^./]*)?$/, ` (${n})$1`);
  inUse.add(now);
  return now;
}

/** The files with these versions hidden. */
function without(files: readonly store.Handed[], versions: Compared['before'][]): store.Handed[] {
  const places = new Set(versions.map((one) => one && placeOf({ report: one })));
  const hidden = rowsOf(files).filter((row) => places.has(placeOf(row.original)));
  return files.map((file) => {
    const own = hidden.filter((row) => row.file === file.name).map((row) => placeIn(row.key));
    return { ...file, hidden: [...file.hidden, ...own] };
  });
}

/** The program and its rulesets. Another version, or a club's units, may judge otherwise. */
async function judgeNow(): Promise<string> {
  const [{ program }, { rulesets }] = await Promise.all([api.version(), api.rulesets()]);
  return JSON.stringify([program, ...rulesets.map(({ id, version, units }) => [id, version, units])]);
}

/** Stores a choice, and reads everything again: an event may bring units, and texts name them. */
async function decide(next: store.Choice): Promise<void> {
  const before = choice;
  choice = next;
  try {
    await read(
      handed.map(({ name }) => ({ name, read: () => store.content(name) })),
      true,
    );
    await look(true);
  } catch (told) {
    choice = before;
    throw told;
  }
  await store.choose(next);
}
