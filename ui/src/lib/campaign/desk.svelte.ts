// An open sheet: its state, verdict, history, and how it is stored.

import * as api from '../api/api';
import { type Judge, judgeOf } from '../api/judge';
import type { FindingInfo, RulesetInfo, SheetAnswer, SheetFile, SheetKindInfo, UnitInfo } from '../api/types';
import { program } from '../api/answering.svelte';
import { newId } from '../desk/documents';
import { Keeping } from '../desk/keeping.svelte';
import type { Edit } from '../list/edits';
import { turn } from '../list/edits';
import { edit, type History, redo, type Step, undo } from '../list/history';
import { desktop, readFile, Refusal, save as saveFile } from '../shell';
import { baseName } from './link';
import { freeFile } from './shelf';
import { kindOf, rulesetOf, titleOf } from './sheet';
import { type KeptSheet, sheets } from './store';

/** Opens a stored sheet; null if none has that id. */
export async function openSheet(id: string): Promise<SheetDesk | null> {
  const [found, games] = await Promise.all([sheets.load(id), api.games()]);
  if (!found) return null;
  const game = games.find((one) => one.id === rulesetOf(found.kept.sheet));
  const kind = kindOf(game, found.kept.sheet);
  if (!game || !kind)
    throw new Error(
      `This sheet is of ${rulesetOf(found.kept.sheet)}, a ruleset that is not installed or declares none.`,
    );
  return new SheetDesk(game, kind, found.kept, found.steps);
}

export class SheetDesk {
  readonly id: string;
  readonly game: RulesetInfo;
  readonly kind: SheetKindInfo;
  #history = $state.raw<History<SheetFile>>() as History<SheetFile>;
  /** The last answer. Only `answer` is shown. */
  #last = $state.raw<SheetAnswer | null>(null);
  #shares = $state.raw<NonNullable<SheetAnswer['shares']>>([]);
  /** The sheet was edited since the last answer. */
  stale = $state.raw(true);
  refusal = $state.raw<Refusal | null>(null);
  /** The problem that the person chose. */
  problem = $state.raw<FindingInfo | null>(null);
  /** The units that its rows may name. */
  units = $state.raw<UnitInfo[]>([]);
  readonly keeping: Keeping<KeptSheet>;
  file = $state.raw('');
  place = $state.raw<KeptSheet['place']>(null);
  /** Whether another program changed or removed the file since it was read. */
  fileChanged = $state.raw<'changed' | 'gone' | null>(null);
  filed = $state.raw<number | null>(null);

  /** Why the last edit was not judged. */
  #unanswered = $state.raw<string | null>(null);
  /** The sheet that the last answer is about, as it was then. */
  #judged: SheetFile | null = null;
  readonly #stop: () => void;
  #asked = 0;
  #asking = false;
  #unitsOf: string | null = null;

  /** By what the sheet was judged. */
  get judge(): Judge {
    return judgeOf(this.#last?.report, this.game.id);
  }

  constructor(game: RulesetInfo, kind: SheetKindInfo, kept: KeptSheet, steps: readonly Step[]) {
    this.id = kept.id;
    this.game = game;
    this.kind = kind;
    this.keeping = new Keeping(sheets, kept.id, {
      row: (rev, quiet) => this.#row(rev, quiet),
      steps: () => this.#history.steps,
      written: async ({ rev }) => {
        if (desktop && this.place && this.fileChanged === null && this.filed !== rev) await this.#file();
      },
    });
    this.#hold(kept, steps);
    this.#stop = program.watch(() => this.retry());
    this.#ask();
    if (desktop && kept.place) void this.#checkFile(kept.place.path, kept.place.stamp);
  }

  /** Takes a stored state. */
  #hold(kept: KeptSheet, steps: readonly Step[]): void {
    this.#history = { document: kept.sheet, steps, at: kept.at, selected: null };
    this.keeping.hold(kept.rev, steps.length);
    this.file = kept.file;
    this.place = kept.place;
    this.filed = kept.filed;
    void this.#loadUnits();
  }

  get sheet(): SheetFile {
    return this.#history.document;
  }
  get undoName(): string | null {
    return this.#history.steps[this.#history.at - 1]?.name ?? null;
  }
  get redoName(): string | null {
    return this.#history.steps[this.#history.at]?.name ?? null;
  }
  /** The id of the sheet's nation, by its id or printed name. */
  get nation(): string | null {
    const named = this.sheet.nation ?? null;
    return this.game.nations.find((one) => one.id === named || one.name === named)?.id ?? null;
  }
  get unfiled(): boolean {
    return this.filed !== this.keeping.rev;
  }

  /** Why the sheet is not judged; null if it is, or will be in a moment. */
  get unjudged(): string | null {
    return this.#unanswered ?? program.silent ?? (this.#last === null ? 'Judging …' : null);
  }
  /** The answer about the sheet; null while it is not judged. Everything that is shown of it comes from here. */
  get answer(): SheetAnswer | null {
    return this.unjudged === null ? this.#last : null;
  }
  /** How far limits are used, by the last answer about a sheet that could be read. */
  get shares(): NonNullable<SheetAnswer['shares']> {
    return this.unjudged === null ? this.#shares : [];
  }

  do(made: Edit | null): void {
    const next = made && this.keeping.halted !== 'conflict' ? edit(this.#history, made, Date.now()) : null;
    if (next) this.#become(next);
  }

  undo(): string | null {
    const name = this.undoName;
    const next = this.keeping.halted === 'conflict' ? null : undo(this.#history);
    if (next) this.#become(next);
    return next ? name : null;
  }

  redo(): string | null {
    const name = this.redoName;
    const next = this.keeping.halted === 'conflict' ? null : redo(this.#history);
    if (next) this.#become(next);
    return next ? name : null;
  }

  #become(next: History<SheetFile>): void {
    const before = this.#history;
    let common = Math.min(before.steps.length, next.steps.length);
    while (common > 0 && before.steps[common - 1] !== next.steps[common - 1]) common--;
    this.#history = next;
    this.keeping.edited(common);
    void this.#loadUnits();
    this.#ask();
  }

  /** Loads the units of the sheet's nation, if rows name units. */
  async #loadUnits(): Promise<void> {
    const fields = [...this.kind.fields, ...this.kind.rows.flatMap((row) => row.fields)];
    const nation = this.nation;
    if (nation === null || nation === this.#unitsOf || !fields.some((field) => field.holds === 'unit')) return;
    this.#unitsOf = nation;
    const units = await api.units(this.game.id, nation, null).catch(() => []);
    if (this.#unitsOf === nation) this.units = units;
  }

  // --- The verdict: the newest state wins, and the old verdict stays meanwhile ---

  #ask(): void {
    this.stale = true;
    this.#asked++;
    if (!this.#asking) void this.#answer();
  }

  async #answer(): Promise<void> {
    this.#asking = true;
    try {
      let asked: number;
      do {
        asked = this.#asked;
        const { sheet } = this;
        const answer = await api.sheet(sheet);
        this.#last = answer;
        this.#judged = sheet;
        this.#unanswered = null;
        if (answer.shares) this.#shares = answer.shares;
        this.problem =
          answer.findings.find((one) => one.rule === this.problem?.rule && one.at[0] === this.problem.at[0]) ?? null;
      } while (asked !== this.#asked);
      this.stale = false;
      this.refusal = null;
      void this.keeping.then(() => this.#remember()).catch(() => undefined);
    } catch (told) {
      this.#refused(told);
      this.#unanswered = this.refusal!.message;
    } finally {
      this.#asking = false;
    }
  }

  /** Stores how the sheet stands, if it is still the stored one. */
  async #remember(): Promise<void> {
    if (this.keeping.pending || this.#judged !== this.sheet) return;
    const { standing } = this.#last!;
    await sheets.change([this.id], (now) =>
      now.rev === this.keeping.rev ? { ...now, standing, unjudged: false } : null,
    );
  }

  retry(): void {
    this.#ask();
  }

  #refused(told: unknown): void {
    this.refusal = told instanceof Refusal ? told : new Refusal('unknown', String(told));
  }

  // --- Storage ---

  flush(): Promise<void> {
    return this.keeping.flush();
  }

  #row(rev: number, quiet: boolean): KeptSheet {
    const { document: sheet, at, steps } = this.#history;
    // What was written without an edit is in the file, too.
    if (quiet && this.filed === rev - 1) this.filed = rev;
    return {
      id: this.id,
      sheet,
      rev,
      updated: Date.now(),
      at,
      steps: steps.length,
      file: this.file,
      place: this.place,
      filed: this.filed,
      standing: this.#last?.standing ?? null,
      unjudged: this.#judged !== sheet,
    };
  }

  /** Takes what another window wrote. */
  async takeTheirs(): Promise<void> {
    const found = await sheets.load(this.id);
    if (!found) return;
    this.#hold(found.kept, found.steps);
    this.#ask();
  }

  /** Saves this window's state as a new sheet and returns its id. */
  async keepAsCopy(): Promise<string> {
    const id = newId();
    const sheet = { ...this.sheet, name: `${titleOf(this.sheet)} (copy)` };
    const file = await freeFile(titleOf(sheet));
    await sheets.save({ ...this.#row(1, false), id, sheet, file, place: null, filed: null }, this.#history.steps, 0);
    this.keeping.leave();
    return id;
  }

  // --- Files ---

  /** Writes the sheet to its file as well, if it has one (in the app only). Never overwrites what another program
   * wrote. */
  async #file(): Promise<void> {
    const { rev } = this.keeping;
    try {
      const place = await saveFile(this.file, await api.writeSheet(this.sheet), this.place);
      if (place === null || place === 'cancelled') return;
      this.place = place;
      this.filed = rev;
    } catch (told) {
      if (told instanceof Refusal && (told.code === 'changed' || told.code === 'gone')) this.fileChanged = told.code;
      else this.#refused(told);
    }
  }

  async #checkFile(path: string, stamp: string | null): Promise<void> {
    try {
      if ((await readFile(path)).stamp !== stamp) this.fileChanged = 'changed';
    } catch {
      this.fileChanged = 'gone';
    }
  }

  /** Does what the person chose: overwrite the file with this sheet, read the file as an undoable step, or forget the
   * file. */
  async settleFile(choice: 'write' | 'read' | 'leave'): Promise<void> {
    this.fileChanged = null;
    if (choice === 'read' && this.place) {
      const { path } = this.place;
      const file = await readFile(path);
      const read = (await api.read(file.text, file.name))[0]?.sheet;
      if (!read) return this.#refused(new Refusal('unreadable', `${file.name} is not a sheet any more.`));
      this.place = { path, stamp: file.stamp };
      this.do(turn(this.sheet, read, null, `Read ${file.name} again`));
    } else if (choice === 'write' && this.place) {
      this.place = { ...this.place, stamp: null };
      await this.#file();
    } else {
      this.place = null;
      this.filed = null;
    }
    await this.flush();
  }

  /** Writes the sheet to a file. Returns the message about it, or null if the person cancels. */
  async saveAsFile(): Promise<string | null> {
    await this.flush();
    const { rev } = this.keeping;
    try {
      const place = await saveFile(this.file, await api.writeSheet(this.sheet), this.place);
      if (place === 'cancelled') return null;
      this.place = place;
      if (place) this.file = baseName(place.path);
    } catch (told) {
      if (told instanceof Refusal && (told.code === 'changed' || told.code === 'gone')) this.fileChanged = told.code;
      throw told;
    }
    if (rev === this.keeping.rev) this.filed = rev;
    await this.flush();
    return desktop ? `Saved as ${this.file}` : `Downloaded ${this.file}`;
  }

  close(): void {
    this.#stop();
    void this.keeping.close();
  }
}
