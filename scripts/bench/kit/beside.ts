import { inTurns, isTooNoisy, noiseAtMost, type Ratio, ratioOf } from './pairs.ts'
import { linesOf } from './rows.ts'
import type { Row } from './suite.ts'

/** `ratio` is the shop's to the floor's; `itself` the floor's to the floor's, measured in the same run. */
export type Beside = { ratio: Ratio; itself: Ratio; pairs: [number, number][] }

/**
 * Measures the floor against itself, then the shop beside it, in turns. Each is run once before, since the first time
 * learns: connections, scripts, compiled code.
 */
export async function beside(
  turns: number,
  floor: () => Promise<number>,
  shop: () => Promise<number>,
): Promise<Beside> {
  await floor()
  await shop()
  const itself = ratioOf(await inTurns(turns, floor, floor))
  const pairs = await inTurns(turns, floor, shop)
  return { ratio: ratioOf(pairs), itself, pairs }
}

/** The rows that hang on a floor, unjudged where it was not even itself, and below them how much it was; of several floors the worst. */
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
  const measure = isNoisy ? 'floor to floor: too noisy to judge' : 'floor to floor'
  const own = {
    ...linesOf(of).told(measure, itself),
    goal: `1 ± ${noiseAtMost}`,
    well: isNoisy ? false : null,
  }
  return [...(isNoisy ? rows.map((row) => ({ ...row, well: null })) : rows), own]
}
