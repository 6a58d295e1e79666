/** Pseudo-random numbers, the same for the same seed, so that a run can be repeated. */
export type Random = {
  /** From 0 to `below`, exclusive. */
  below(below: number): number
  pick<T>(choices: readonly T[]): T
  shuffled<T>(values: readonly T[]): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (choices) => choices[below(choices.length)]!,
    shuffled: (values) => {
      const copy = [...values]
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = below(last + 1)
        const held = copy[last]!
        copy[last] = copy[other]!
        copy[other] = held
      }
      return copy
    },
  }
}
