/**
 * What a supplier account's balance says about calls that had no clear end: it was read before the first call of a
 * batch and again when none was under way any more. All amounts are decimal texts in the supplier's own unit.
 */
export type BalanceEvidence = {
  before: string
  after: string
  /** What was delivered for certain between the two readings costs. */
  certain: readonly string[]
  /** What may have been delivered costs. */
  unclear: readonly string[]
  /** Whether all these costs are proven by what earlier purchases took. */
  isProven: boolean
  /** Whether the readings before these agreed with what we had bought: if not, somebody else spends there too. */
  isReconciled: boolean
}

export type Verdict =
  /** Every unclear call was delivered. */
  | { kind: 'all' }
  /** None was. */
  | { kind: 'none' }
  | { kind: 'cannot_tell' }

/**
 * Ten-thousandths by which the cost of a pack may be off: its supplier rounds a multiplied cost to hundredths, and so do
 * we where we learn it from one; with a little on top.
 */
export const roundingPerUnit = 110

/** Pure. Says `all` or `none` only where the difference is explained by nothing else. */
export function judgeEvidence(evidence: BalanceEvidence): Verdict {
  const spent = spentOnUnclear(evidence)
  if (!evidence.isReconciled || !evidence.isProven || spent === undefined) return { kind: 'cannot_tell' }
  const tolerance = toleranceOf(evidence)
  if (Math.abs(spent) <= tolerance) return couldBeFree(evidence) ? { kind: 'cannot_tell' } : { kind: 'none' }
  const worth = sumOf(evidence.unclear)
  return worth !== undefined && Math.abs(spent - worth) <= tolerance
    ? { kind: 'all' }
    : { kind: 'cannot_tell' }
}

/** One sentence for the person who has to decide. */
export function describeEvidence({
  before,
  after,
  certain,
  unclear,
  isReconciled,
  isProven,
}: BalanceEvidence): string {
  const known = `Points went from ${formatAmount(before)} to ${formatAmount(after)}.`
  const sold = soldText(certain.length)
  const prices = unclear.map((price) => formatAmount(price) || 'unknown').join(', ')
  const doubt = isReconciled ? unproven(isProven) : ' Somebody else uses this account too.'
  return `${known} Meanwhile ${sold}; unclear: ${prices}.${doubt}`
}

const unproven = (isProven: boolean) => (isProven ? '' : ' These costs are not proven yet.')

/** `60,537.5`; what is no amount stays as it is. */
const formatAmount = (text: string) =>
  amountTenThousandths(text) === undefined
    ? text
    : Number(text).toLocaleString('en-IN', { maximumFractionDigits: 4 })

function soldText(count: number): string {
  if (count === 0) return 'nothing else was bought'
  return count === 1 ? 'one other pack was delivered' : `${count} other packs were delivered`
}

/** The difference of the readings that certain deliveries do not explain; undefined when one has no price. */
function spentOnUnclear({ before, after, certain }: Pick<BalanceEvidence, 'before' | 'after' | 'certain'>) {
  const readings = [amountTenThousandths(before), amountTenThousandths(after)]
  const sold = sumOf(certain)
  const [from, to] = readings
  return from === undefined || to === undefined || sold === undefined ? undefined : from - to - sold
}

const toleranceOf = ({ certain, unclear }: Pick<BalanceEvidence, 'certain' | 'unclear'>) =>
  roundingPerUnit * (certain.length + unclear.length)

/** A pack whose price vanishes in the rounding would look the same delivered or not. */
const couldBeFree = (evidence: BalanceEvidence) =>
  evidence.unclear.some((price) => {
    const points = amountTenThousandths(price)
    return points !== undefined && points <= 2 * toleranceOf(evidence)
  })

function sumOf(prices: readonly string[]): number | undefined {
  let sum = 0
  for (const price of prices) {
    const points = amountTenThousandths(price)
    if (points === undefined) return undefined
    sum += points
  }
  return sum
}

/** Ten-thousandths of the supplier's unit, so that sums are exact; undefined for what is no amount. */
export function amountTenThousandths(text: string): number | undefined {
  const match = /^(-?)(\d{1,11})(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, sign, whole, fraction = ''] = match
  const points = Number(whole) * 10_000 + Math.round(Number(`0.${fraction || 0}`) * 10_000)
  return sign === '-' ? -points : points
}
