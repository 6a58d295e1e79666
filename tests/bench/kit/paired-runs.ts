/** The ratio of two tasks, measured in one run, without a unit. */
export type Ratio = { median: number; least: number; most: number; pairedRuns: number }

/**
 * Measures A, B, B, A repeatedly: a constant disturbance affects both, and a growing one favours neither.
 * @returns each measurement of both, in pairs of neighbours
 */
export async function interleave<T>(
  times: number,
  one: () => Promise<T>,
  other: () => Promise<T>,
): Promise<[T, T][]> {
  const pairedRuns: [T, T][] = []
  for (let turn = 0; turn < times; turn += 1) {
    const first = await one()
    pairedRuns.push([first, await other()])
    const third = await other()
    pairedRuns.push([await one(), third])
  }
  return pairedRuns
}

/**
 * Measures several tasks in turn, A, B, C, C, B, A and again, so that all are equally warm whenever they are compared.
 * @returns each turn's measurements, in the order of the tasks
 */
export async function interleaveAll<T>(turns: number, tasks: readonly (() => Promise<T>)[]): Promise<T[][]> {
  const measured: T[][] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const isBackward = turn % 2 === 1
    const results: T[] = []
    for (const task of isBackward ? tasks.toReversed() : tasks) results.push(await task())
    measured.push(isBackward ? results.toReversed() : results)
  }
  return measured
}

/** The median of the pairs' ratios (of two in the middle their geometric mean), the least and the most. */
export function ratioOf(pairedRuns: readonly (readonly [number, number])[]): Ratio {
  const ratios = pairedRuns.map(([one, other]) => other / one).sort((a, b) => a - b)
  const { length } = ratios
  if (length === 0) throw new RangeError('a ratio needs a pair')
  const at = (index: number) => ratios[index] as number
  const median = length % 2 === 1 ? at((length - 1) / 2) : Math.sqrt(at(length / 2 - 1) * at(length / 2))
  return { median, least: at(0), most: at(length - 1), pairedRuns: length }
}

/** How much a task may differ from itself before no comparison is possible. */
export const maxNoise = 0.1

export const isTooNoisy = ({ median }: Ratio): boolean => Math.abs(median - 1) > maxNoise
