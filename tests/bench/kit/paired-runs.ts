/** Two things measured beside each other in one run, in no unit. */
export type Ratio = { median: number; least: number; most: number; pairedRuns: number }

/**
 * Measures one, other, other, one, so often: what the machine does to all is in both, what it does more and more is in
 * neither's favour.
 * @returns each measurement of one and of other, in pairs of neighbours
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

/** The middle of the pairs' ratios (of two in the middle what lies as far from both), the least and the most. */
export function ratioOf(pairedRuns: readonly (readonly [number, number])[]): Ratio {
  const ratios = pairedRuns.map(([one, other]) => other / one).sort((a, b) => a - b)
  const { length } = ratios
  if (length === 0) throw new RangeError('a ratio needs a pair')
  const at = (index: number) => ratios[index] as number
  const median = length % 2 === 1 ? at((length - 1) / 2) : Math.sqrt(at(length / 2 - 1) * at(length / 2))
  return { median, least: at(0), most: at(length - 1), pairedRuns: length }
}

/** How far a thing may differ from itself before nothing can be said about another. */
export const maxNoise = 0.1

export const isTooNoisy = ({ median }: Ratio): boolean => Math.abs(median - 1) > maxNoise
