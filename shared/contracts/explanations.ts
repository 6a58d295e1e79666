/**
 * Which of some unclear purchases explain a drop of a balance. Pure arithmetic for server and
 * browser. Amounts are ten-thousandths of a coin, so that sums are exact.
 */
export type UnclearPurchase = {
  key: string
  /** Undefined: not known. */
  cost: number | undefined
  /** A decision about it; undefined: none yet. */
  arrived?: boolean | undefined
}

export type ToExplain = {
  /** What the balance fell by beyond the certain purchases. */
  left: number
  /** By how much sums may be off. */
  tolerance: number
  purchases: readonly UnclearPurchase[]
}

/** A set of purchases that explains the drop; of equal costs only how many. */
export type ExplainingSet = { parts: { cost: number; count: number; of: number; keys: string[] }[] }

/** In how many of all sets a purchase is. */
export type Chance = { in: number; of: number }

export type Explained =
  /** Nothing can be concluded. */
  | { kind: 'nothing'; reason: 'cost_unknown' | 'too_many' | 'too_small' }
  | {
      kind: 'sets'
      /** How many sets of single purchases explain the drop; may be 0. */
      count: number
      /** The same sets; those that differ only in equal costs are grouped. */
      sets: ExplainingSet[]
      chances: ReadonlyMap<string, Chance>
    }

/**
 * More than may be open at once, for when Redis loses their leases; with more the sets do not help
 * a person.
 */
const maxPurchases = 20

type Class = { cost: number; keys: string[] }

/** Pure. Returns every set of purchases that explains the drop and agrees with the decisions. */
export function explain({ left, tolerance, purchases }: ToExplain): Explained {
  if (purchases.length > maxPurchases) return { kind: 'nothing', reason: 'too_many' }
  if (purchases.some(({ cost }) => cost === undefined)) return { kind: 'nothing', reason: 'cost_unknown' }
  // A cost within the tolerance would fit in a set and out of it.
  if (purchases.some(({ cost }) => (cost ?? 0) <= 2 * tolerance))
    return { kind: 'nothing', reason: 'too_small' }
  const classes = classesOf(purchases)
  const known = purchases.reduce((sum, { cost = 0, arrived }) => sum + (arrived ? cost : 0), 0)
  const found = combinations(classes, left - known, tolerance)
  const weights = found.map((taking) => weightOf(classes, taking))
  const count = weights.reduce((sum, weight) => sum + weight, 0)
  const chances = new Map(purchases.map(({ key, arrived }) => [key, { in: arrived ? count : 0, of: count }]))
  for (const [at, { keys }] of classes.entries()) {
    const within = found.reduce((sum, taking, index) => {
      // Each of several equal costs is in the same number of sets.
      return sum + ((weights[index] ?? 0) * (taking[at] ?? 0)) / keys.length
    }, 0)
    for (const key of keys) chances.set(key, { in: Math.round(within), of: count })
  }
  const delivered = purchases.filter(({ arrived }) => arrived)
  return { kind: 'sets', count, sets: found.map((taking) => setOf(classes, taking, delivered)), chances }
}

/** Purchases without a decision, grouped by cost, the highest first. */
function classesOf(purchases: readonly UnclearPurchase[]): Class[] {
  const open = purchases.filter(({ arrived }) => arrived === undefined)
  return [...Map.groupBy(open, ({ cost }) => cost ?? 0)]
    .map(([cost, of]) => ({ cost, keys: of.map(({ key }) => key) }))
    .toSorted((one, other) => other.cost - one.cost)
}

/** How many of each class add up to the amount: each combination once. */
function combinations(classes: readonly Class[], left: number, tolerance: number): number[][] {
  const [first, ...others] = classes
  if (!first) return Math.abs(left) <= tolerance ? [[]] : []
  const most = others.reduce((sum, { cost, keys }) => sum + cost * keys.length, 0)
  const counts = Array.from({ length: first.keys.length + 1 }, (_, count) => first.keys.length - count)
  return counts.flatMap((count) => {
    const rest = left - count * first.cost
    // Neither all nor none of the others would make it fit.
    if (rest < -tolerance || rest - most > tolerance) return []
    return combinations(others, rest, tolerance).map((taking) => [count, ...taking])
  })
}

const weightOf = (classes: readonly Class[], taking: readonly number[]): number =>
  classes.reduce((product, { keys }, at) => product * choose(keys.length, taking[at] ?? 0), 1)

function choose(of: number, count: number): number {
  let ways = 1
  for (let at = 1; at <= count; at += 1) ways = (ways * (of - count + at)) / at
  return Math.round(ways)
}

/** Adds the purchases decided as delivered, each by itself. */
function setOf(
  classes: readonly Class[],
  taking: readonly number[],
  delivered: readonly UnclearPurchase[],
): ExplainingSet {
  const answered = delivered.map(({ key, cost = 0 }) => ({ cost, count: 1, of: 1, keys: [key] }))
  const open = classes.flatMap(({ cost, keys }, at) => {
    const count = taking[at] ?? 0
    return count === 0 ? [] : [{ cost, count, of: keys.length, keys }]
  })
  return { parts: [...answered, ...open] }
}
