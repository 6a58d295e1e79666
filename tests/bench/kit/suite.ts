/** `smoke`: only whether it still runs, in seconds; `quick`: an estimate; `whole`: the figures that count. */
export type Amount = 'smoke' | 'quick' | 'whole'

/** The options of the command; all but the amount are for the suites that use them. */
export type SuiteOptions = { amount: Amount; data?: string; verify: boolean; profile: boolean }

/**
 * One row of the table. `of` is the number of its goal; `well` is null without a goal or without a verdict.
 */
export type Row = {
  of: string
  measure: string
  value: number
  least?: number
  most?: number
  goal: string
  well: boolean | null
}

/** `detail` is written to the file in addition to the rows, as measured. */
export type Result = { rows: Row[]; detail: unknown }

/**
 * Measures one subject.
 * @throws CliError when its work was not completed: such a run has no figures
 */
export type Suite = { about: string; run(asked: SuiteOptions): Promise<Result> }
