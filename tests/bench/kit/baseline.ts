import { interleave, isTooNoisy, maxNoise, type Ratio, ratioOf } from './paired-runs.ts'
import { linesOf } from './rows.ts'
import type { Row } from './suite.ts'

/**
 * `ratio` is the shop's to the baseline's; `itself` the baseline's to the baseline's, measured in the same
 * run.
 */
export type BaselineComparison = { ratio: Ratio; itself: Ratio; pairedRuns: [number, number][] }

/**
 * Measures the baseline against itself, then the shop alternately with it. Each is run once before, as a
 * warm-up of connections, scripts and compiled code.
 */
export async function compareWithBaseline(
  turns: number,
  minimalServer: () => Promise<number>,
  shop: () => Promise<number>,
): Promise<BaselineComparison> {
  await minimalServer()
  await shop()
  const itself = ratioOf(await interleave(turns, minimalServer, minimalServer))
  const pairedRuns = await interleave(turns, minimalServer, shop)
  return { ratio: ratioOf(pairedRuns), itself, pairedRuns }
}

/**
 * The rows that depend on a baseline, without a verdict where it differed from itself, and below them by
 * how much; of several baselines the worst.
 */
export function judgedBy(of: string, itself: Ratio | readonly Ratio[], rows: Row[]): Row[] {
  return judgedByOne(of, worstOf([itself].flat() as Ratio[]), rows)
}

/** The baseline that differs most from itself. */
const worstOf = (all: Ratio[]) =>
  all.reduce((worst, one) =>
    Math.abs(Math.log(one.median)) > Math.abs(Math.log(worst.median)) ? one : worst,
  )

function judgedByOne(of: string, itself: Ratio, rows: Row[]): Row[] {
  const isNoisy = isTooNoisy(itself)
  const measure = isNoisy ? 'floor to minimalServer: too noisy to judge' : 'floor to floor'
  const own = {
    ...linesOf(of).info(measure, itself),
    goal: `1 ± ${maxNoise}`,
    well: isNoisy ? false : null,
  }
  return [...(isNoisy ? rows.map((row) => ({ ...row, well: null })) : rows), own]
}
