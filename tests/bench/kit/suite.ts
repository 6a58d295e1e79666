/** `smoke`: only whether it still runs, in seconds; `quick`: a first look; `whole`: the figures that count. */
export type Amount = 'smoke' | 'quick' | 'whole'

/** What was asked for at the terminal; all but the amount are for the suites that know them. */
export type Asked = { amount: Amount; data?: string; verify: boolean; profile: boolean }

/** One line of the table. `of` is the number of its goal; `well` is null where nothing is promised or nothing can be told. */
export type Row = {
  of: string
  measure: string
  value: number
  least?: number
  most?: number
  goal: string
  well: boolean | null
}

/** `detail` goes into the file beside the rows, as it was measured. */
export type Result = { rows: Row[]; detail: unknown }

/** Measures one thing. Throws a Refusal when what it did was not done whole: such a run has no figures. */
export type Suite = { about: string; run(asked: Asked): Promise<Result> }
