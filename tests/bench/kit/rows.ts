import type { Ratio } from './paired-runs.ts'
import type { Row } from './suite.ts'

/** A number, or the median of pairs with the least and the most. */
type Figure = number | Ratio

type Lines = {
  /** A row without a goal. */
  info(measure: string, figure: Figure): Row
  min(measure: string, figure: Figure, goal: number): Row
  max(measure: string, figure: Figure, goal: number): Row
}

/** The rows of one goal of the table, by its number. */
export const linesOf = (of: string): Lines => ({
  info: (measure, figure) => ({ of, measure, ...shown(figure), goal: '', well: null }),
  min: (measure, figure, goal) => ({
    of,
    measure,
    ...shown(figure),
    goal: `≥ ${goal}`,
    well: middle(figure) >= goal,
  }),
  max: (measure, figure, goal) => ({
    of,
    measure,
    ...shown(figure),
    goal: `≤ ${goal}`,
    well: middle(figure) <= goal,
  }),
})

/**
 * A figure whose goal applies only under other conditions than this run's: shown with its goal, without a
 * verdict.
 */
export const withoutVerdict = (row: Row): Row => ({ ...row, well: null })

/** Three digits are the precision of a measurement. */
export const round = (value: number): number => Number(value.toPrecision(3))

export const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length

/** @param part 0.5 is the median, 0.99 what one in a hundred exceeds */
export function percentile(all: readonly number[], part: number): number {
  const sorted = all.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

const middle = (figure: Figure) => (typeof figure === 'number' ? figure : figure.median)

const shown = (figure: Figure) =>
  typeof figure === 'number'
    ? { value: round(figure) }
    : { value: round(figure.median), least: round(figure.least), most: round(figure.most) }
