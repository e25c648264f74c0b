// An open sheet: its state, verdict, history, and how it is stored.

import * as api from '../api/api';
import { type Judge, judgeOf } from '../api/judge';
import type { FindingInfo, RulesetInfo, SheetAnswer, SheetFile, SheetKindInfo, UnitInfo } from '../api/types';
import { newId, Stale } from '../desk/documents';
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
  /** The last answer. */
  answer = $state.raw<SheetAnswer | null>(null);
  /** How far limits are used, by the last answer about a sheet that could be read. */
  shares = $state.raw<NonNullable<SheetAnswer['shares']>>([]);
  /** The sheet was edited since the last answer. */
  stale = $state.raw(true);
  refusal = $state.raw<Refusal | null>(null);
  /** The problem that the person chose. */
  problem = $state.raw<FindingInfo | null>(null);
  /** The units that its rows may name. */
  units = $state.raw<UnitInfo[]>([]);
  saved = $state.raw<'saved' | 'saving' | 'failed'>('saved');
  /** Another window wrote the sheet. This window writes nothing until the person chooses. */
  conflict = $state.raw(false);
  file = $state.raw('');
  place = $state.raw<KeptSheet['place']>(null);
  /** Whether another program changed or removed the file since it was read. */
  fileChanged = $state.raw<'changed' | 'gone' | null>(null);
  filed = $state.raw<number | null>(null);

  #rev = $state.raw(0);
  #keptSteps = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #writing: Promise<void> = Promise.resolve();
  #asked = 0;
  #asking = false;
  #unitsOf: string | null = null;

  /** By what the sheet was judged. */
  get judge(): Judge {
    return judgeOf(this.answer?.report, this.game.id);
  }

  constructor(game: RulesetInfo, kind: SheetKindInfo, kept: KeptSheet, steps: readonly Step[]) {
    this.id = kept.id;
    this.game = game;
    this.kind = kind;
    this.#hold(kept, steps);
    this.#ask();
    if (desktop && kept.place) void this.#checkFile(kept.place.path, kept.place.stamp);
  }

  /** Takes a stored state. */
  #hold(kept: KeptSheet, steps: readonly Step[]): void {
    this.#history = { document: kept.sheet, steps, at: kept.at, selected: null };
    this.#rev = kept.rev;
    this.#keptSteps = steps.length;
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
    return this.filed !== this.#rev;
  }

  do(made: Edit | null): void {
    const next = made && !this.conflict ? edit(this.#history, made, Date.now()) : null;
    if (next) this.#become(next);
  }

  undo(): string | null {
    const name = this.undoName;
    const next = this.conflict ? null : undo(this.#history);
    if (next) this.#become(next);
    return next ? name : null;
  }

  redo(): string | null {
    const name = this.redoName;
    const next = this.conflict ? null : redo(this.#history);
    if (next) this.#become(next);
    return next ? name : null;
  }

  #become(next: History<SheetFile>): void {
    const before = this.#history;
    // Steps that were replaced are written again. The steps before them stay as stored.
    let common = Math.min(before.steps.length, next.steps.length);
    while (common > 0 && before.steps[common - 1] !== next.steps[common - 1]) common--;
    this.#keptSteps = Math.min(this.#keptSteps, common);
    this.#history = next;
    void this.#loadUnits();
    this.saved = 'saving';
    this.#timer ??= setTimeout(() => void this.flush(), 250);
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
        const answer = await api.sheet(this.sheet);
        this.answer = answer;
        if (answer.shares) this.shares = answer.shares;
        this.problem =
          answer.findings.find((one) => one.rule === this.problem?.rule && one.at[0] === this.problem.at[0]) ?? null;
      } while (asked !== this.#asked);
      this.stale = false;
      this.refusal = null;
      void sheets
        .change([this.id], (now) => (now.rev === this.#rev ? { ...now, standing: this.answer!.standing } : null))
        .catch(() => undefined);
    } catch (told) {
      this.#refused(told);
    } finally {
      this.#asking = false;
    }
  }

  retry(): void {
    this.refusal = null;
    this.#ask();
  }

  #refused(told: unknown): void {
    this.refusal = told instanceof Refusal ? told : new Refusal('unknown', String(told));
  }

  // --- Storage: one write at a time, never over what another window wrote ---

  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  #kept(rev: number): KeptSheet {
    const { document: sheet, at, steps } = this.#history;
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
      standing: this.answer?.standing ?? null,
    };
  }

  async #write(): Promise<void> {
    if (this.conflict) return;
    const from = this.#keptSteps;
    const { steps } = this.#history;
    this.#keptSteps = steps.length;
    try {
      const rev = this.#rev + 1;
      if (this.filed === this.#rev && this.saved === 'saved') this.filed = rev;
      await sheets.save(this.#kept(rev), steps, from);
      this.#rev = rev;
      if (!this.#timer) this.saved = 'saved';
      if (desktop && this.place && this.fileChanged === null && this.filed !== rev) await this.#file();
    } catch (told) {
      this.#keptSteps = Math.min(this.#keptSteps, from);
      if (told instanceof Stale) this.conflict = true;
      else this.saved = 'failed';
    }
  }

  /** Takes what another window wrote. */
  async takeTheirs(): Promise<void> {
    const found = await sheets.load(this.id);
    if (!found) return;
    this.#hold(found.kept, found.steps);
    this.conflict = false;
    this.saved = 'saved';
    this.#ask();
  }

  /** Saves this window's state as a new sheet and returns its id. */
  async keepAsCopy(): Promise<string> {
    const id = newId();
    const sheet = { ...this.sheet, name: `${titleOf(this.sheet)} (copy)` };
    const file = await freeFile(titleOf(sheet));
    await sheets.save({ ...this.#kept(1), id, sheet, file, place: null, filed: null }, this.#history.steps, 0);
    return id;
  }

  // --- Files ---

  /** Writes the sheet to its file as well, if it has one (in the app only). Never overwrites what another program
   * wrote. */
  async #file(): Promise<void> {
    const rev = this.#rev;
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
    const rev = this.#rev;
    try {
      const place = await saveFile(this.file, await api.writeSheet(this.sheet), this.place);
      if (place === 'cancelled') return null;
      this.place = place;
      if (place) this.file = baseName(place.path);
    } catch (told) {
      if (told instanceof Refusal && (told.code === 'changed' || told.code === 'gone')) this.fileChanged = told.code;
      throw told;
    }
    if (rev === this.#rev) this.filed = rev;
    await this.flush();
    return desktop ? `Saved as ${this.file}` : `Downloaded ${this.file}`;
  }

  close(): void {
    void this.flush();
  }
}
