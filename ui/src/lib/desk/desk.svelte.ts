// An open list: its state, verdict, history, and how it is stored. There is one desk for each open list.

import * as api from '../api/api';
import { program } from '../api/answering.svelte';
import { type Judge, judgeOf } from '../api/judge';
import { storedSheet } from '../campaign/link';
import type {
  ArmyList,
  Candidate,
  FindingInfo,
  GivenEvent,
  GroupKindInfo,
  Judged,
  MendInfo,
  Names,
  Newer,
  RulesetInfo,
  SheetFile,
  Squadron,
  SquadronInfo,
  Standing,
  UnitInfo,
} from '../api/types';
import { arrayFor, become, type Edit, field, insert, turn } from '../list/edits';
import { oncePerCard } from '../list/deck';
import { groupTitles, kindsFor } from '../list/groups';
import { edit, type History, redo, undo } from '../list/history';
import { numbersOf } from '../list/numbers';
import { idOf } from '../list/picks';
import { at as resolve, home } from '../list/pointer';
import { type Way, wayOf } from '../list/ways';
import { owned } from '../own/collection.svelte';
import { plainName, slug } from '../words';
import { desktop, type Place, readFile, Refusal, save as saveFile, type TextFile } from '../shell';
import { Attaching } from './attaching.svelte';
import { type Changed, changed, keptOf } from './changed';
import { isFor, isProblem, type Waiting, waitingOf } from './findings';
import { Keeping } from './keeping.svelte';
import { Mends, nameOf } from './mends.svelte';
import { standingOf, type Tone, toneOf } from './standing';
import { rulesetOf } from './register';
import * as store from './store';
import { Units } from './units.svelte';
import type { ToldVerdict } from '../wrong';

/** The messages between windows that have the same list open. */
interface Told {
  kind: string;
  id: string;
  from: string;
  rev?: number;
}

export type Meeting = 'none' | 'other-window' | 'taken-over';

/** After so many milliseconds without an answer, the old verdict is not shown any more. */
const PATIENCE = 1500;

export class Desk {
  readonly id: string;
  readonly #games: readonly RulesetInfo[];
  /** The event under which the list is judged, and its name. */
  event = $state.raw<NonNullable<store.Kept['event']> | null>(null);
  /** The row of the submission that the list corrects. */
  readonly submission: string | null;
  /** The person said that the list is finished. */
  finished = $state.raw(false);
  #history = $state.raw<History>() as History;
  /** The last judgement. Only `judgement` is shown. */
  #judgement = $state.raw<Judged | null>(null);
  /** The lines of the last judgement by squadron object. They are still found after squadrons moved. */
  #lines = $state.raw<Map<Squadron, SquadronInfo>>(new Map());
  /** The unit ids for the words that the list uses for units. */
  #unitIds = $state.raw<ReadonlyMap<string, string>>(new Map());
  #candidates = $state.raw<ReadonlyMap<string, Candidate>>(new Map());
  readonly #catalogue: Units;
  /** The sheet that the list points at, as it was for the last judgement. */
  sheet = $state.raw<SheetFile | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The catalogue unit that is shown, if it was selected after the squadron. */
  unit = $state.raw<UnitInfo | null>(null);
  /** The unit under the resting pointer. */
  peeked = $state.raw<UnitInfo | null>(null);
  /** The slot that units are looked for: only those that fit it are offered. */
  slot = $state.raw<{ group: string; id: string; title: string } | null>(null);
  problem = $state.raw<FindingInfo | null>(null);
  /** The problem that units are looked for: only those that bring the list nearer to its mend are offered. */
  purpose = $state.raw<FindingInfo | null>(null);
  readonly mends = new Mends(this);
  readonly attaching = new Attaching(this);
  readonly keeping: Keeping<store.Kept>;
  meeting = $state.raw<Meeting>('none');
  changed = $state.raw<Changed | null>(null);
  /** The result of the list under a newer version of its ruleset than the one it names. */
  newer = $state.raw<Newer | null>(null);
  file = $state.raw<string | null>(null);
  place = $state.raw<Place | null>(null);
  /** Whether another program changed or removed the file since it was read. */
  fileChanged = $state.raw<'changed' | 'gone' | null>(null);
  filed = $state.raw<number | null>(null);
  /** The list was edited since the last judgement. */
  stale = $state.raw(true);
  /** Why the last edit was not judged. */
  #unanswered = $state.raw<string | null>(null);
  /** The answer about the last edit takes long. */
  #late = $state.raw(false);
  #lateTimer: ReturnType<typeof setTimeout> | null = null;

  #judged: store.Judged | null;
  /** The list that it is about, as it was then; null if that is not known. */
  #judgedList: ArmyList | null;
  /** The judgement as it is stored, as text. */
  #keptJudged: string;
  /** Whether the current judgement was compared with the one from before this list was opened. */
  #compared = false;
  #asked = 0;
  #asking = false;
  #channel = new BroadcastChannel('muster');
  #closed = false;
  readonly #stop: () => void;

  /** `games` are the installed ones, and that of the list is among them. */
  constructor(games: readonly RulesetInfo[], kept: store.Kept, steps: History['steps']) {
    this.id = kept.id;
    this.#games = games;
    this.event = kept.event ?? null;
    this.submission = kept.submission ?? null;
    this.finished = kept.finished ?? false;
    this.#history = { document: kept.list, steps, at: kept.at, selected: kept.selected };
    this.keeping = new Keeping(store.lists, kept.id, {
      row: (rev, quiet) => this.#row(rev, quiet),
      steps: () => this.#history.steps,
      written: (row) => this.#written(row),
    });
    this.keeping.hold(kept.rev, steps.length);
    this.#judged = kept.unjudged ? null : kept.judged;
    this.#judgedList = kept.unjudged ? null : kept.list;
    this.#keptJudged = kept.unjudged ? '' : JSON.stringify(kept.judged);
    this.file = kept.file;
    this.place = kept.place;
    this.filed = kept.filed;
    this.#catalogue = new Units(this, (told) => this.#refused(told));
    this.#channel.addEventListener('message', (event: MessageEvent<Told>) => this.#hear(event.data));
    this.#channel.postMessage({ kind: 'open', id: this.id, from: this.keeping.by });
    this.#stop = program.watch(() => this.retry());
    void this.#catalogue.load();
    this.#ask();
    if (desktop && kept.place) void this.#checkFile(kept.place);
    void api.read(JSON.stringify(kept.list), kept.file).then(
      ([document]) => (this.newer = document?.newer ?? null),
      () => undefined,
    );
  }

  get list(): ArmyList {
    return this.#history.document;
  }
  /** The game of the list. If a file brought a game that is not installed, any; the verdict says so. */
  readonly game: RulesetInfo = $derived.by(() => {
    const ruleset = rulesetOf(this.#history.document);
    return this.#games.find(({ id }) => id === ruleset) ?? this.#games[0]!;
  });
  get games(): readonly RulesetInfo[] {
    return this.#games;
  }
  /** The units of the nation that is offered; null while they are loaded for the first time. */
  get units(): UnitInfo[] | null {
    return this.#catalogue.offered;
  }
  /** The nation whose units are offered. */
  get nation(): string | null {
    return this.#catalogue.nation;
  }
  /** The loaded units by id. */
  get known(): ReadonlyMap<string, UnitInfo> {
    return this.#catalogue.known;
  }
  /** Whether units are being loaded. */
  get busy(): boolean {
    return this.#catalogue.busy;
  }
  /** By what the list was judged. */
  get judge(): Judge {
    return judgeOf(this.#judgement?.report, this.game.id);
  }
  /** The event, as calls take it. */
  /** What was told of the list, for a person who thinks that it is wrong; null while it is not judged. */
  get told(): Omit<ToldVerdict, 'finding'> | null {
    const verdict = this.judgement?.report.verdict;
    return verdict ? { list: this.list, verdict, event: this.given, sheet: this.sheet } : null;
  }

  get given(): GivenEvent | null {
    return this.event?.given ?? null;
  }
  get selected(): string | null {
    return this.#history.selected;
  }
  /** Why the list is not judged as it is now; null if it is, or will be in a moment. */
  get unjudged(): string | null {
    return (
      this.#unanswered ??
      program.silent ??
      (this.#judgement === null ? 'Judging …' : this.#late ? 'The program has not answered yet.' : null)
    );
  }
  /** The judgement of the list; null while it is not judged. Everything that is shown of it comes from here. */
  get judgement(): Judged | null {
    return this.unjudged === null ? this.#judgement : null;
  }
  get candidates(): ReadonlyMap<string, Candidate> {
    return this.unjudged === null ? this.#candidates : new Map<string, Candidate>();
  }
  get undoName(): string | null {
    return this.#history.steps[this.#history.at - 1]?.name ?? null;
  }
  get redoName(): string | null {
    return this.#history.steps[this.#history.at]?.name ?? null;
  }
  get unfiled(): boolean {
    return this.filed !== this.keeping.rev;
  }
  /** The findings that wait for something unknown, and one sentence for all of them. */
  readonly waiting: Waiting | null = $derived(waitingOf(this.judgement));
  /** How the list stands; null while it is not judged. */
  get standing(): Standing | null {
    const { judgement } = this;
    return judgement && standingOf(judgement.report.verdict, judgement.standing, this.finished);
  }
  tone(finding: FindingInfo): Tone {
    return toneOf(finding, this.finished);
  }
  /** The findings that need attention, without those that wait for something unknown, and with one for a card of
   * which something is not known. */
  readonly attention: FindingInfo[] = $derived(
    oncePerCard(
      (this.judgement?.findings ?? []).filter(
        (finding) => isProblem(finding) && !this.waiting?.findings.includes(finding),
      ),
    ),
  );
  /** What adding to the list would mend. */
  readonly toDo: FindingInfo[] = $derived(this.attention.filter((finding) => this.tone(finding) === 'to-do'));
  readonly problems: FindingInfo[] = $derived(this.attention.filter((finding) => this.tone(finding) !== 'to-do'));
  readonly notes: FindingInfo[] = $derived((this.judgement?.findings ?? []).filter((finding) => !isProblem(finding)));
  /** The problems of each squadron and group. Only the main place breaks the rule: the others were counted, too, or
   * are ways to fix it. */
  readonly #marks: ReadonlyMap<string, FindingInfo[]> = $derived.by(() => {
    const marks = new Map<string, FindingInfo[]>();
    for (const finding of this.attention) {
      const place = finding.local ? home(finding.at[0] ?? '') : null;
      if (place !== null) marks.set(place, [...(marks.get(place) ?? []), finding]);
    }
    return marks;
  });

  /** The kinds of groups that units of the list's nation may stand in. */
  get kinds(): GroupKindInfo[] {
    return kindsFor(this.game, this.home);
  }

  /** The units that have no models: choices for a group. */
  readonly choices: UnitInfo[] = $derived((this.units ?? []).filter((unit) => !unit['has-models']));

  /** Whether a squadron has no models, because it is a choice of its group. */
  isChoice(squadron: Squadron): boolean {
    return this.unitOf(squadron)?.['has-models'] === false;
  }

  /** The unit of a squadron, if the catalogue has it. */
  unitOf(squadron: Squadron): UnitInfo | null {
    return this.known.get(squadron.unit) ?? this.known.get(this.#unitIds.get(squadron.unit) ?? '') ?? null;
  }

  titleOf(squadron: Squadron): string {
    return (
      squadron.name || (this.unitOf(squadron)?.name ?? plainName(this.#lines.get(squadron)?.unit ?? squadron.unit))
    );
  }

  /** The numbers of the squadrons that share their title with another, by their places. */
  readonly numbers: ReadonlyMap<string, number> = $derived(numbersOf(this.list, (squadron) => this.titleOf(squadron)));

  /** The names of the groups, in their order. */
  get groupTitles(): string[] {
    return groupTitles(this.game, this.list);
  }

  /** A squadron's line, if the last judgement is about the squadron as it is now. */
  exactLine(squadron: Squadron): SquadronInfo | null {
    return this.#shown(this.#lines.get(squadron));
  }

  /** A line as it is shown: without points while the list is not judged. */
  #shown(line: SquadronInfo | undefined): SquadronInfo | null {
    if (!line) return null;
    return this.unjudged === null ? line : { ...line, points: null, 'points-at-least': null, figure: '–', price: '–' };
  }

  /** What stands in place of the points of a line that no judgement has told of. */
  get noFigure(): string {
    return this.unjudged !== null ? '–' : this.stale ? '…' : '?';
  }

  /** A squadron's points and texts from the last judgement. If the squadron was just edited, its last known line. */
  line(at: string, squadron: Squadron): SquadronInfo | null {
    const exact = this.exactLine(squadron);
    if (exact) return exact;
    const near = this.#judgement?.summary?.squadrons.find((line) => line.at === at);
    const unit = this.unitOf(squadron);
    return near && unit && near['unit-id'] === unit.id ? this.#shown(near) : null;
  }

  /** The ids for the words by which the list names nations, roles, cards and slots. */
  get names(): Names {
    return this.#judgement?.summary?.names ?? { nations: {}, roles: {}, cards: {}, slots: {} };
  }

  /** The id of a nation that the list names. */
  nationId(word: string | null): string | null {
    return word === null ? null : idOf(this.names.nations, word);
  }

  /** The id of the list's nation. */
  get home(): string | null {
    return this.nationId(this.list.nation ?? null);
  }

  findingsAt(at: string): FindingInfo[] {
    return this.#marks.get(at) ?? [];
  }

  select(at: string | null): void {
    this.unit = this.peeked = null;
    const before = this.#kindAt(this.selected);
    if (at !== this.#history.selected) this.#history = { ...this.#history, selected: at };
    if (this.slot && !at?.startsWith(`${this.slot.group}/`) && at !== this.slot.group) this.slot = null;
    // Other kinds of groups take other units.
    if (this.#kindAt(at) !== before) this.#ask();
  }

  /** The group that is selected, or has what is selected; null if there is none. */
  get groupAt(): string | null {
    const group = /^\/groups\/\d+/.exec(this.selected ?? '')?.[0];
    return group !== undefined && resolve(this.list, group) ? group : null;
  }

  /** The kind of the group that new squadrons go into. */
  get groupKind(): string | undefined {
    return this.#kindAt(this.selected);
  }

  /** The kind of the group that new squadrons go into if this place is selected. */
  #kindAt(at: string | null): string | undefined {
    const group = /^\/groups\/(\d+)\/squadrons$/.exec(arrayFor(this.list, at))?.[1];
    return group === undefined ? undefined : this.list.groups?.[Number(group)]?.kind;
  }

  /** Offers the units that fit a slot of a group. */
  fill(group: string, id: string, title: string): void {
    this.select(group);
    this.slot = { group, id, title };
    this.purpose = null;
  }

  look(unit: UnitInfo | null): void {
    this.unit = unit;
  }

  do(made: Edit | null): void {
    if (!made || this.keeping.halted === 'conflict') return;
    const next = edit(this.#history, made, Date.now());
    if (!next) return;
    if (made.select !== undefined) this.unit = this.peeked = null;
    this.#become(next);
  }

  /** Gives a list that hides something a salt before it is first shared, so that its code cannot be searched for what
   * it hides. */
  salt(): void {
    if (!this.judgement?.['needs-salt'] || this.list.salt != null) return;
    const salt = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0'));
    this.do(field(this.list, '', 'salt', salt.join(''), 'Salt the code'));
  }

  /** What adding a unit would do, if it was tried. */
  candidateOf(unit: UnitInfo): Candidate | null {
    const candidate = this.#candidates.get(unit.id);
    return candidate?.nation === unit.nation ? candidate : null;
  }

  /** Adds the squadron of a unit that was tried, or else its smallest one: at a place, or after the others. */
  add(unit: UnitInfo, array = arrayFor(this.list, this.selected), index = Infinity): void {
    const foreign = unit.nation !== null && unit.nation !== this.home ? { nation: unit.nation } : {};
    const squadron = this.candidateOf(unit)?.squadron ?? { ...unit.smallest, ...foreign };
    this.do(insert(this.list, array, index, squadron, `Add ${unit.name}`));
  }

  /** Changes the list in one of the ways that mend it. Returns what was done. */
  mend(way: MendInfo): string {
    const name = nameOf(way);
    this.do(turn(this.list, way.list, this.selected, name));
    return name;
  }

  /** Judges the list under another event, or under none. This is kept beside the list, not in it. */
  async judgeUnder(event: Desk['event']): Promise<void> {
    this.event = event;
    await this.renew();
    await this.flush();
  }

  /** Says that the list is finished, or that it is still being built. This is kept beside the list, not in it. */
  finish(finished: boolean): void {
    this.finished = finished;
    void this.flush();
  }

  undo(): string | null {
    const name = this.undoName;
    const next = undo(this.#history);
    if (next && this.keeping.halted !== 'conflict') this.#become(next);
    return next ? name : null;
  }

  redo(): string | null {
    const name = this.redoName;
    const next = redo(this.#history);
    if (next && this.keeping.halted !== 'conflict') this.#become(next);
    return next ? name : null;
  }

  #become(next: History): void {
    const before = this.#history;
    let common = Math.min(before.steps.length, next.steps.length);
    while (common > 0 && before.steps[common - 1] !== next.steps[common - 1]) common--;
    this.#history = next;
    this.stale = true;
    this.keeping.edited(common);
    this.#follow(before.document);
    this.#ask();
  }

  /** Loads the units that the list needs now, and offers those of its nation if that is another one than before. */
  #follow(before: ArmyList): void {
    const nation = this.list.nation ?? null;
    if (nation !== (before.nation ?? null) || rulesetOf(this.list) !== rulesetOf(before))
      void this.#catalogue.offer(nation);
    else void this.#catalogue.renew();
  }

  /** Offers the units of a nation. */
  async offer(nation: string | null): Promise<void> {
    await this.#catalogue.offer(nation);
    this.#ask();
  }

  // --- The verdict: requested after the edit is painted; the newest state wins; the old verdict stays meanwhile ---

  #ask(): void {
    this.stale = true;
    this.#lateTimer ??= setTimeout(() => (this.#late = true), PATIENCE);
    this.#asked++;
    if (this.#asking) return;
    this.#asking = true;
    requestAnimationFrame(() => setTimeout(() => void this.#answer()));
    // A timeout as well, because a window in the background paints no frames.
    setTimeout(() => void this.#answer(), 100);
  }

  #answering = false;

  async #answer(): Promise<void> {
    if (this.#answering || !this.#asking || this.#closed) return;
    this.#answering = true;
    try {
      let asked: number;
      do {
        asked = this.#asked;
        const list = this.list;
        const group = this.groupAt;
        const models = owned.of(this.game.id);
        const [judgement, candidates] = await Promise.all([
          storedSheet(list).then((sheet) => api.judge(list, this.given, (this.sheet = sheet), models)),
          // If the list cannot be read or names an unknown nation, the verdict says so and there are no candidates.
          api.candidates(list, this.nation, group, this.given, models).then(
            (answer) => answer.candidates,
            () => [],
          ),
        ]);
        if (asked !== this.#asked && this.#judgement) continue;
        this.#unanswered = null;
        this.#take(list, judgement);
        this.#candidates = new Map(candidates.map((candidate) => [candidate.unit, candidate]));
        this.refusal = null;
      } while (asked !== this.#asked);
      this.stale = false;
    } catch (told) {
      this.#refused(told);
      this.#unanswered = this.refusal!.message;
    } finally {
      if (this.#lateTimer) clearTimeout(this.#lateTimer);
      this.#lateTimer = null;
      this.#late = false;
      this.#answering = this.#asking = false;
    }
  }

  retry(): void {
    if (!this.units) void this.#catalogue.load();
    this.#ask();
  }

  /** Loads the units again, because the person's own units changed. */
  async renew(): Promise<void> {
    this.#judgedList = null;
    this.#ask();
    await this.#catalogue.load();
    // The person may have looked at something else in the meantime.
    if (this.unit) this.unit = this.known.get(this.unit.id) ?? null;
  }

  #take(list: ArmyList, judgement: Judged): void {
    const { findings, summary } = judgement;
    // If the list cannot be read now, its last known summary stays visible.
    this.#judgement = summary ? judgement : { ...judgement, summary: this.#judgement?.summary ?? null };
    if (summary) {
      const lines = new Map<Squadron, SquadronInfo>();
      const units = new Map(this.#unitIds);
      for (const line of summary.squadrons) {
        const squadron = resolve(list, line.at);
        if (!squadron) continue;
        lines.set(squadron as Squadron, line);
        if (line['unit-id']) units.set((squadron as Squadron).unit, line['unit-id']);
      }
      this.#lines = lines;
      this.#unitIds = units;
    }
    const now = (known: FindingInfo | null): FindingInfo | null =>
      findings.find((finding) => finding.rule === known?.rule && finding.at[0] === known.at[0]) ?? null;
    this.problem = now(this.problem);
    this.purpose = now(this.purpose);
    // Nothing more is looked for a slot that is full.
    const slots = summary?.groups.find((one) => one.at === this.slot?.group)?.slots;
    if (slots?.find((one) => one.slot === this.slot?.id)?.room === 0) this.slot = null;
    const kept = keptOf(judgement);
    if (!kept) return;
    const before = this.#judged;
    // Only the first judgement is compared. Later ones differ through edits made here, such as naming another version.
    if (!this.#compared) this.changed = changed(before, kept);
    this.#compared = true;
    this.#judged = kept;
    this.#judgedList = list;
    // It comes after the writes that are under way, and says nothing of what is edited later.
    void this.keeping.then(() => this.#remember(list, kept)).catch(() => undefined);
  }

  #refused(told: unknown): void {
    this.refusal = told instanceof Refusal ? told : new Refusal('unknown', String(told));
  }

  // --- Problems ---

  /** Selects a problem and returns where it leads. What a group lacks leads to the units. If there are units that help,
   * only those are offered. */
  jump(finding: FindingInfo): Way {
    this.problem = finding;
    this.purpose = [...this.candidates.values()].some((candidate) => isFor(candidate, finding)) ? finding : null;
    if (this.purpose) this.slot = null;
    const way = wayOf(this.list, finding.at);
    if (way.to !== 'row') return way;
    this.select(way.at);
    return this.tone(finding) === 'to-do' && /^\/groups\/\d+$/.test(way.at) ? { to: 'units' } : way;
  }

  /** Selects the next or the previous problem. */
  cycle(by: 1 | -1): FindingInfo | null {
    const all = [...this.problems, ...this.toDo];
    if (all.length === 0) return null;
    const now = this.problem ? all.indexOf(this.problem) : -1;
    const next = all[now < 0 ? (by > 0 ? 0 : all.length - 1) : (now + by + all.length) % all.length]!;
    return next;
  }

  // --- Storage ---

  flush(): Promise<void> {
    return this.keeping.flush();
  }

  #row(rev: number, quiet: boolean): store.Kept {
    const { document: list, at, steps, selected } = this.#history;
    // What was written without an edit is in the file, too.
    if (quiet && this.filed === rev - 1) this.filed = rev;
    return {
      id: this.id,
      list,
      rev,
      updated: Date.now(),
      at,
      steps: steps.length,
      selected,
      file: this.file,
      place: this.place,
      filed: this.filed,
      judged: this.#judged,
      unjudged: this.#judgedList !== this.list,
      event: this.event,
      finished: this.finished,
      submission: this.submission,
    };
  }

  async #written({ rev, judged, unjudged }: store.Kept): Promise<void> {
    this.#keptJudged = unjudged ? '' : JSON.stringify(judged);
    this.#channel.postMessage({ kind: 'saved', id: this.id, from: this.keeping.by, rev });
    if (desktop && this.place && this.fileChanged === null && this.filed !== rev) await this.#file();
  }

  /** Stores the judgement of a list, if that is still the stored one. */
  async #remember(list: ArmyList, judged: store.Judged): Promise<void> {
    if (this.#closed || list !== this.list || this.keeping.pending) return;
    if (JSON.stringify(judged) === this.#keptJudged) return;
    await store.remember(this.id, this.keeping.rev, judged);
    this.#keptJudged = JSON.stringify(judged);
  }

  /** Writes the list to its file as well, if it has one (in the app only). Never overwrites what another program
   * wrote. */
  async #file(): Promise<void> {
    const { rev } = this.keeping;
    try {
      const place = await saveFile(this.fileName(), await api.write(this.list), this.place);
      if (place === null || place === 'cancelled') return;
      this.place = place;
      this.filed = rev;
    } catch (told) {
      if (told instanceof Refusal && (told.code === 'changed' || told.code === 'gone')) this.fileChanged = told.code;
      else this.#refused(told);
    }
  }

  /** Checks whether the file changed or disappeared while the list was closed. */
  async #checkFile(place: Place): Promise<void> {
    try {
      const file = await readFile(place.path);
      if (file.stamp !== place.stamp) this.fileChanged = 'changed';
    } catch {
      this.fileChanged = 'gone';
    }
  }

  /** Does what the person chose: overwrite the file with this list, read the file as an undoable step, or forget the
   * file. */
  async settleFile(choice: 'write' | 'read' | 'leave'): Promise<void> {
    if (choice === 'read' && this.place) {
      const file: TextFile = await readFile(this.place.path);
      const read = (await api.read(file.text, file.name))[0]?.list;
      if (!read) return this.#refused(new Refusal('unreadable', `${file.name} is not a list any more.`));
      this.fileChanged = null;
      this.place = { path: this.place.path, stamp: file.stamp };
      this.do(become(this.list, read, `Read ${file.name} again`));
    } else if (choice === 'write' && this.place) {
      this.fileChanged = null;
      this.place = { ...this.place, stamp: null };
      await this.#file();
    } else {
      this.fileChanged = null;
      this.place = null;
      this.filed = null;
    }
    await this.flush();
  }

  #hear(told: Told): void {
    if (told.id !== this.id || told.from === this.keeping.by) return;
    if (told.kind === 'open') this.#channel.postMessage({ kind: 'here', id: this.id, from: this.keeping.by });
    if (told.kind === 'open' || told.kind === 'here')
      this.meeting = this.meeting === 'none' ? 'other-window' : this.meeting;
    if (told.kind === 'closed' && this.meeting === 'other-window') this.meeting = 'none';
    if (told.kind === 'saved' && (told.rev ?? 0) > this.keeping.rev) {
      // If nothing here is unsaved, the other window's state becomes the list. Otherwise neither overwrites the other.
      if (!this.keeping.pending) void this.takeTheirs();
      else this.keeping.halt('conflict');
    }
  }

  async takeTheirs(): Promise<void> {
    const found = await store.load(this.id);
    if (!found) return;
    const before = this.list;
    this.#history = { document: found.kept.list, steps: found.steps, at: found.kept.at, selected: found.kept.selected };
    this.keeping.hold(found.kept.rev, found.steps.length);
    this.#judgedList = null;
    this.#keptJudged = found.kept.unjudged ? '' : JSON.stringify(found.kept.judged);
    this.file = found.kept.file;
    this.place = found.kept.place;
    this.filed = found.kept.filed;
    this.finished = found.kept.finished ?? false;
    this.event = found.kept.event ?? null;
    this.meeting = 'taken-over';
    this.#follow(before);
    this.#ask();
  }

  /** Saves this window's state as a new list and returns its id. */
  async keepAsCopy(): Promise<string> {
    const id = store.newId();
    const list = { ...this.list, name: `${this.list.name ?? 'List'} (copy)` };
    await store.save(
      { ...this.#row(1, false), id, list, file: null, place: null, filed: null, submission: null },
      this.#history.steps,
      0,
    );
    this.keeping.leave();
    return id;
  }

  // --- Files ---

  fileName(): string {
    return this.file ?? `${slug(this.list.name ?? '') || 'list'}.yaml`;
  }

  /** Writes the list to a file. Returns the message about it, or null if the person cancels. */
  async saveAsFile(): Promise<string | null> {
    await this.flush();
    const text = await api.write(this.list);
    const { rev } = this.keeping;
    const name = this.fileName();
    let place: Place | null | 'cancelled';
    try {
      place = await saveFile(name, text, this.place);
    } catch (told) {
      if (told instanceof Refusal && (told.code === 'changed' || told.code === 'gone')) this.fileChanged = told.code;
      throw told;
    }
    if (place === 'cancelled') return null;
    this.place = place;
    this.file = place ? (place.path.split(/[/\\]/).at(-1) ?? name) : name;
    if (rev === this.keeping.rev) this.filed = rev;
    await this.flush();
    return desktop ? `Saved as ${this.file}` : `Downloaded ${this.file}`;
  }

  close(): void {
    this.#stop();
    void this.keeping.close().then(() => {
      this.#closed = true;
      this.#channel.postMessage({ kind: 'closed', id: this.id, from: this.keeping.by });
      this.#channel.close();
    });
  }
}
