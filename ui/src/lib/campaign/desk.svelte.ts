// An open sheet: its verdict, and the units that its rows may name.

import * as api from '../api/api';
import { type Judge, judgeOf } from '../api/judge';
import type { FindingInfo, RulesetInfo, SheetAnswer, SheetFile, SheetKindInfo, UnitInfo } from '../api/types';
import { sameAmong } from '../desk/findings.svelte';
import { Judging } from '../document/judging.svelte';
import { OpenDocument } from '../document/open.svelte';
import type { Step } from '../list/history';
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
      `This sheet is of ${rulesetOf(found.kept.sheet)}, a ruleset that is not installed or has no sheets.`,
    );
  return new SheetDesk(game, kind, found.kept, found.steps);
}

/** What the program says of a sheet. */
interface Answer extends SheetAnswer {
  sheet: SheetFile;
  /** How far limits are used, by the last answer about a sheet that could be read. */
  shares: NonNullable<SheetAnswer['shares']>;
}

export class SheetDesk extends OpenDocument<SheetFile, KeptSheet> {
  readonly game: RulesetInfo;
  readonly kind: SheetKindInfo;
  /** The problem that the person chose. */
  problem = $state.raw<FindingInfo | null>(null);
  /** The units that its rows may name. */
  units = $state.raw<UnitInfo[]>([]);
  readonly judging = new Judging<Answer>({
    ask: async (last) => {
      const { sheet } = this;
      const answer = await api.sheet(sheet);
      return { ...answer, sheet, shares: answer.shares ?? last?.shares ?? [] };
    },
    answered: ({ sheet, standing, findings }) => {
      this.problem = sameAmong(findings, this.problem);
      this.remember(sheet, { standing });
    },
  });
  #unitsOf: string | null = null;

  constructor(game: RulesetInfo, kind: SheetKindInfo, kept: KeptSheet, steps: readonly Step[]) {
    super('sheet', sheets, kept, steps);
    this.game = game;
    this.kind = kind;
    this.follow();
    this.begin();
  }

  get sheet(): SheetFile {
    return this.document;
  }
  /** By what the sheet was judged. */
  get judge(): Judge {
    return judgeOf(this.judging.last?.report, this.game.id);
  }
  /** The answer about the sheet; null while it is not judged. */
  get answer(): Answer | null {
    return this.judging.answer;
  }
  /** The id of the sheet's nation, by its id or printed name. */
  get nation(): string | null {
    const named = this.sheet.nation ?? null;
    return this.game.nations.find((one) => one.id === named || one.name === named)?.id ?? null;
  }

  protected rest(): Partial<KeptSheet> {
    return { standing: this.judging.last?.standing ?? null };
  }

  protected text(): Promise<string> {
    return api.writeSheet(this.sheet);
  }

  protected async copy(): Promise<Partial<KeptSheet>> {
    const sheet = { ...this.sheet, name: `${titleOf(this.sheet)} (copy)` };
    return { sheet, file: await freeFile(titleOf(sheet)) };
  }

  /** Loads the units of the sheet's nation, if rows name units. */
  protected follow(): void {
    const fields = [...this.kind.fields, ...this.kind.rows.flatMap((row) => row.fields)];
    const nation = this.nation;
    if (nation === null || nation === this.#unitsOf || !fields.some((field) => field.holds === 'unit')) return;
    this.#unitsOf = nation;
    const put = (units: UnitInfo[]): void => {
      if (this.#unitsOf === nation) this.units = units;
    };
    void api.units(this.game.id, nation, null).then(put, () => put([]));
  }
}
