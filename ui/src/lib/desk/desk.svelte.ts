// An open list: its verdict, the units that it needs, and what is selected in it.

import * as api from '../api/api';
import { type Judge, judgeOf } from '../api/judge';
import { storedSheet } from '../campaign/link';
import type {
  ArmyList,
  Candidate,
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
import { Judging } from '../document/judging.svelte';
import { OpenDocument } from '../document/open.svelte';
import { addGroup, arrayFor, type Edit, field, insert, turn } from '../list/edits';
import { groupTitles, kindsFor } from '../list/groups';
import type { Step } from '../list/history';
import { numbersOf } from '../list/numbers';
import { idOf } from '../list/picks';
import { owned } from '../own/collection.svelte';
import { plainName } from '../words';
import { type Answer, answerOf } from './answer';
import { Attaching } from './attaching.svelte';
import { type Changed, changed, keptOf } from './changed';
import { Findings } from './findings.svelte';
import { Mends, nameOf } from './mends.svelte';
import { Selection } from './selection.svelte';
import { standingOf } from './standing';
import { rulesetOf } from './register';
import * as store from './store';
import { Units } from './units.svelte';
import type { ToldVerdict } from '../wrong';

const NONE: ReadonlyMap<string, Candidate> = new Map();

export class Desk extends OpenDocument<ArmyList, store.Kept> {
  readonly games: readonly RulesetInfo[];
  /** The event under which the list is judged, and its name. */
  event = $state.raw<NonNullable<store.Kept['event']> | null>(null);
  /** The row of the submission that the list corrects. */
  readonly submission: string | null;
  readonly #starter: boolean;
  /** The person said that the list is finished. */
  finished = $state.raw(false);
  readonly judging = new Judging<Answer>({
    ask: (last) => this.#ask(last),
    answered: (answer) => this.#answered(answer),
  });
  readonly #catalogue: Units;
  readonly findings = new Findings(this);
  readonly selection = new Selection(this);
  readonly mends = new Mends(this);
  readonly attaching = new Attaching(this);
  changed = $state.raw<Changed | null>(null);
  /** The result of the list under a newer version of its ruleset than the one it names. */
  newer = $state.raw<Newer | null>(null);
  /** The last judgement that says something about the data. */
  #kept: store.Judged | null = null;
  /** Whether the current judgement was compared with the one from before this list was opened. */
  #compared = false;

  /** `games` are the installed ones, and that of the list is among them. */
  constructor(games: readonly RulesetInfo[], kept: store.Kept, steps: readonly Step[]) {
    super('list', store.lists, kept, steps);
    this.games = games;
    this.submission = kept.submission ?? null;
    this.#starter = kept.starter ?? false;
    this.take(kept);
    this.#catalogue = new Units(this, (told) => this.judging.refuse(told));
    void this.#catalogue.load();
    this.begin();
    void api.read(JSON.stringify(kept.list), kept.file).then(
      ([document]) => (this.newer = document?.newer ?? null),
      () => undefined,
    );
  }

  get list(): ArmyList {
    return this.document;
  }
  /** The game of the list. If a file brought a game that is not installed, any; the verdict says so. */
  readonly game: RulesetInfo = $derived.by(() => {
    const ruleset = rulesetOf(this.list);
    return this.games.find(({ id }) => id === ruleset) ?? this.games[0]!;
  });
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
    return judgeOf(this.judging.last?.judgement.report, this.game.id);
  }
  /** What was told of the list, for a person who thinks that it is wrong; null while it is not judged. */
  get told(): Omit<ToldVerdict, 'finding'> | null {
    const verdict = this.judgement?.report.verdict;
    return verdict ? { list: this.list, verdict, event: this.given, sheet: this.sheet } : null;
  }

  /** The event, as calls take it. */
  get given(): GivenEvent | null {
    return this.event?.given ?? null;
  }
  /** The judgement of the list; null while it is not judged. */
  get judgement(): Judged | null {
    return this.judging.answer?.judgement ?? null;
  }
  get candidates(): ReadonlyMap<string, Candidate> {
    return this.judging.answer?.candidates ?? NONE;
  }
  /** The array that the candidates would be added to; null if there are none. */
  get offeredTo(): string | null {
    return this.judging.answer?.array ?? null;
  }
  /** The sheet that the list points at, as it was for the last judgement. */
  get sheet(): SheetFile | null {
    return this.judging.last?.sheet ?? null;
  }
  /** How the list stands; null while it is not judged. */
  get standing(): Standing | null {
    const { judgement } = this;
    return judgement && standingOf(judgement.report.verdict, judgement.standing, this.finished);
  }
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
    return this.known.get(squadron.unit) ?? this.known.get(this.judging.last?.unitIds.get(squadron.unit) ?? '') ?? null;
  }

  titleOf(squadron: Squadron): string {
    return (
      squadron.name ||
      (this.unitOf(squadron)?.name ?? plainName(this.judging.last?.lines.get(squadron)?.unit ?? squadron.unit))
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
    return this.#shown(this.judging.last?.lines.get(squadron));
  }

  /** A line as it is shown: without points while the list is not judged. */
  #shown(line: SquadronInfo | undefined): SquadronInfo | null {
    if (!line) return null;
    return this.judging.unjudged === null
      ? line
      : { ...line, points: null, 'points-at-least': null, figure: '–', price: '–' };
  }

  /** What stands in place of the points of a line that no judgement has told of. */
  get noFigure(): string {
    return this.judging.unjudged !== null ? '–' : this.judging.stale ? '…' : '?';
  }

  /** A squadron's points and texts from the last judgement. If the squadron was just edited, its last known line. */
  line(at: string, squadron: Squadron): SquadronInfo | null {
    const exact = this.exactLine(squadron);
    if (exact) return exact;
    const near = this.judging.last?.judgement.summary?.squadrons.find((line) => line.at === at);
    const unit = this.unitOf(squadron);
    return near && unit && near['unit-id'] === unit.id ? this.#shown(near) : null;
  }

  /** The ids for the words by which the list names nations, roles, cards and slots. */
  get names(): Names {
    return this.judging.last?.judgement.summary?.names ?? { nations: {}, roles: {}, cards: {}, slots: {} };
  }

  /** The id of a nation that the list names. */
  nationId(word: string | null): string | null {
    return word === null ? null : idOf(this.names.nations, word);
  }

  /** The id of the list's nation. */
  get home(): string | null {
    return this.nationId(this.list.nation ?? null);
  }

  override do(made: Edit | null): void {
    const before = this.list;
    super.do(made);
    if (made?.select !== undefined && this.list !== before) this.selection.closeUnit();
  }

  /** Gives a list that hides something a salt before it is first shared, so that its code cannot be searched for what
   * it hides. */
  salt(): void {
    if (!this.judgement?.['needs-salt'] || this.list.salt != null) return;
    const salt = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0'));
    this.do(field(this.list, '', 'salt', salt.join(''), 'Keep the code from telling what is hidden'));
  }

  /** What adding a unit would do, if it was tried. */
  candidateOf(unit: UnitInfo): Candidate | null {
    const candidate = this.judging.last?.candidates.get(unit.id);
    return candidate && candidate.nation === unit.nation ? candidate : null;
  }

  /** Adds the squadron of a unit that was tried, or else its smallest one: at a place, or after the others. */
  add(unit: UnitInfo, array = arrayFor(this.list, this.selected), index = Infinity): void {
    const foreign = unit.nation !== null && unit.nation !== this.home ? { nation: unit.nation } : {};
    const squadron = this.candidateOf(unit)?.squadron ?? { ...unit.smallest, ...foreign };
    // A list that needs groups and has none begins one.
    const group = array === '/squadrons' && !this.list.squadrons?.length ? this.judging.last?.group : null;
    this.do(
      group
        ? { ...addGroup(this.list, { ...group, squadrons: [squadron] }, unit.name), select: '/groups/0/squadrons/0' }
        : insert(this.list, array, index, squadron, `Add ${unit.name}`),
    );
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

  /** Loads the units that the list needs now, and offers those of its nation if that is another one than before. */
  protected follow(before: ArmyList): void {
    const nation = this.list.nation ?? null;
    if (nation !== (before.nation ?? null) || rulesetOf(this.list) !== rulesetOf(before))
      void this.#catalogue.offer(nation);
    else void this.#catalogue.renew();
  }

  /** Offers the units of a nation. */
  async offer(nation: string | null): Promise<void> {
    await this.#catalogue.offer(nation);
    this.judging.ask();
  }

  // --- The verdict ---

  async #ask(last: Answer | null): Promise<Answer> {
    const { list, given, game, nation, selection } = this;
    const { array } = selection;
    const models = owned.of(game.id);
    const judge = async (): Promise<[SheetFile | null, Judged]> => {
      const sheet = await storedSheet(list);
      return [sheet, await api.judge(list, given, sheet, models)];
    };
    const [[sheet, judgement], candidates] = await Promise.all([
      judge(),
      // If the list cannot be read or names an unknown nation, the verdict says so and there are no candidates.
      api.candidates(list, nation, selection.groupAt, given, models).then(
        (answer) => answer,
        () => ({ candidates: [], group: null }),
      ),
    ]);
    return answerOf(list, sheet, judgement, candidates, array, last);
  }

  #answered({ list, judgement }: Answer): void {
    this.selection.renew(judgement);
    const kept = keptOf(judgement);
    if (!kept) return;
    // Only the first judgement is compared. Later ones differ through edits made here, such as naming another version.
    if (!this.#compared) this.changed = changed(this.#kept, kept);
    this.#compared = true;
    this.#kept = kept;
    this.remember(list, { judged: kept });
  }

  override retry(): void {
    if (!this.units) void this.#catalogue.load();
    super.retry();
  }

  /** Loads the units again, because the person's own units changed. */
  async renew(): Promise<void> {
    this.judged = null;
    this.judging.ask();
    await this.#catalogue.load();
    // The person may have looked at something else in the meantime.
    const { unit } = this.selection;
    if (unit) this.selection.unit = this.known.get(unit.id) ?? null;
  }

  // --- Storage ---

  protected override take({ event, finished, judged, unjudged }: store.Kept): void {
    this.event = event ?? null;
    this.finished = finished ?? false;
    this.#kept = unjudged ? null : judged;
  }

  protected rest(): Partial<store.Kept> {
    const { selected, event, finished, submission } = this;
    return { selected, judged: this.#kept, event, finished, submission, starter: this.#starter };
  }

  protected text(): Promise<string> {
    return api.write(this.list);
  }

  protected copy(): Promise<Partial<store.Kept>> {
    const list = { ...this.list, name: `${this.list.name ?? 'List'} (copy)` };
    return Promise.resolve({ list, file: null, submission: null, starter: false });
  }
}
