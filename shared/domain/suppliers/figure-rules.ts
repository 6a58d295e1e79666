import type { PackOutcome, RefusalCount } from '../fulfilment/index.ts'

/** So many packs of a day that ended alike. */
export type OutcomeCount = { outcome: PackOutcome; code: string; tookS: number | null; count: number }

export type DayFigures = {
  /** Packs that the supplier was asked for and has said something about. */
  asked: number
  delivered: number
  refused: number
  unknown: number
  halfS: number | null
  mostS: number | null
  refusals: RefusalCount[]
}

/** Of fewer no share and no time is told: one slow delivery would be the whole figure. */
export const packsAtLeast = 20

/**
 * Pure. What a day came to. A pack that is under way still, or that never reached the supplier, tells nothing of it yet.
 * `returned` is the code of what was accepted and given back.
 */
export function figuresOf(counts: readonly OutcomeCount[]): DayFigures {
  const sum = (...outcomes: PackOutcome[]) =>
    counts.filter(({ outcome }) => outcomes.includes(outcome)).reduce((all, { count }) => all + count, 0)
  const delivered = sum('delivered')
  const refused = sum('refused', 'refused_for_now', 'returned')
  const unknown = sum('unknown')
  const times = counts
    .flatMap(({ outcome, tookS, count }) =>
      outcome === 'delivered' && tookS !== null ? [{ tookS, count }] : [],
    )
    .toSorted((a, b) => a.tookS - b.tookS)
  return {
    ...{ asked: delivered + refused + unknown, delivered, refused, unknown },
    halfS: delivered < packsAtLeast ? null : within(times, 0.5),
    mostS: delivered < packsAtLeast ? null : within(times, 0.9),
    refusals: refusalsIn(counts),
  }
}

function within(times: readonly { tookS: number; count: number }[], share: number): number | null {
  const wanted = times.reduce((all, { count }) => all + count, 0) * share
  let come = 0
  for (const { tookS, count } of times) {
    come += count
    // Nine tenths of 30 are 27.000000000000004 in a computer's numbers.
    if (come >= wanted - 1e-9) return tookS
  }
  return null
}

function refusalsIn(counts: readonly OutcomeCount[]): RefusalCount[] {
  const byCode = new Map<string, number>()
  for (const { outcome, code, count } of counts) {
    const name = outcome === 'returned' ? 'returned' : code
    const isRefusal = outcome === 'returned' || outcome === 'refused' || outcome === 'refused_for_now'
    if (isRefusal) byCode.set(name, (byCode.get(name) ?? 0) + count)
  }
  return [...byCode]
    .map(([code, count]) => ({ code, count }))
    .toSorted((a, b) => b.count - a.count || a.code.localeCompare(b.code))
}
