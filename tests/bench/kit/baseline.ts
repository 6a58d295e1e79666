import { interleave, isTooNoisy, maxNoise, type Ratio, ratioOf } from './paired-runs.ts'
import { linesOf } from './rows.ts'
import type { Row } from './suite.ts'

/** `ratio` is the shop's to the floor's; `itself` the floor's to the floor's, measured in the same run. */
export type BaselineComparison = { ratio: Ratio; itself: Ratio; pairedRuns: [number, number][] }

/**
 * Measures the floor against itself, then the shop beside it, in turns. Each is run once before, since the first time
 * learns: connections, scripts, compiled code.
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

/** The rows that hang on a floor, withoutVerdict where it was not even itself, and below them how much it was; of several floors the worst. */
export function judgedBy(of: string, itself: Ratio | readonly Ratio[], rows: Row[]): Row[] {
  return judgedByOne(of, worstOf([itself].flat() as Ratio[]), rows)
}

/** Of several floors that rows hang on the one that is least itself. */
const worstOf = (all: Ratio[]) =>
  all.reduce((worst, one) =>
    Math.abs(Math.log(one.median)) > Math.abs(Math.log(worst.median)) ? one : worst,
  )

function judgedByOne(of: string, itself: Ratio, rows: Row[]): Row[] {
  const isNoisy = isTooNoisy(itself)
  const measure = isNoisy ? 'floor to minimalServer: too noisy to judge' : 'floor to floor'
  const own = {
    ...linesOf(of).told(measure, itself),
    goal: `1 ± ${maxNoise}`,
    well: isNoisy ? false : null,
  }
  return [...(isNoisy ? rows.map((row) => ({ ...row, well: null })) : rows), own]
}
