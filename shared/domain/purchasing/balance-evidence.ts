/**
 * What a supplier account's balance shows about purchases with an unclear result. It is read before the first purchase
 * of a batch and again when none is in flight. Amounts are decimal texts in the supplier's currency.
 */
export type BalanceEvidence = {
  before: string
  after: string
  /** Costs of the units that were certainly delivered between the two readings. */
  certain: readonly string[]
  /** Costs of the units that may have been delivered. */
  unclear: readonly string[]
  /** Whether earlier balance readings prove all these costs. */
  isProven: boolean
  /** Whether the previous readings agreed with our purchases; if not, the account is also used elsewhere. */
  isReconciled: boolean
}

export type Verdict =
  /** Every unclear purchase was delivered. */
  | { kind: 'all' }
  /** No unclear purchase was delivered. */
  | { kind: 'none' }
  | { kind: 'cannot_tell' }

/**
 * Ten-thousandths by which the cost of a unit may be off: its supplier rounds a multiplied cost to hundredths, and so
 * do we when we learn it; with a small margin.
 */
export const roundingPerUnit = 110

/** Pure. Returns `all` or `none` only when nothing else explains the difference. */
export function judgeEvidence(evidence: BalanceEvidence): Verdict {
  const spent = spentOnUnclear(evidence)
  if (!evidence.isReconciled || !evidence.isProven || spent === undefined) return { kind: 'cannot_tell' }
  const tolerance = toleranceOf(evidence)
  if (Math.abs(spent) <= tolerance) return couldBeFree(evidence) ? { kind: 'cannot_tell' } : { kind: 'none' }
  const expected = sumOf(evidence.unclear)
  return expected !== undefined && Math.abs(spent - expected) <= tolerance
    ? { kind: 'all' }
    : { kind: 'cannot_tell' }
}

/** One sentence for the person who decides. */
export function describeEvidence({
  before,
  after,
  certain,
  unclear,
  isReconciled,
  isProven,
}: BalanceEvidence): string {
  const readings = `Points went from ${formatAmount(before)} to ${formatAmount(after)}.`
  const sold = soldText(certain.length)
  const prices = unclear.map((price) => formatAmount(price) || 'unknown').join(', ')
  const caveat = isReconciled ? unprovenText(isProven) : ' Another buyer uses this account too.'
  return `${readings} Meanwhile ${sold}; unclear: ${prices}.${caveat}`
}

const unprovenText = (isProven: boolean) => (isProven ? '' : ' These costs are not proven yet.')

/** `60,537.5`; text that is no amount is returned unchanged. */
const formatAmount = (text: string) =>
  amountTenThousandths(text) === undefined
    ? text
    : Number(text).toLocaleString('en-IN', { maximumFractionDigits: 4 })

function soldText(count: number): string {
  if (count === 0) return 'nothing else was bought'
  return count === 1 ? 'one other unit was delivered' : `${count} other units were delivered`
}

/** The fall in balance that certain deliveries do not explain; undefined when an amount is unknown. */
function spentOnUnclear({ before, after, certain }: Pick<BalanceEvidence, 'before' | 'after' | 'certain'>) {
  const readings = [amountTenThousandths(before), amountTenThousandths(after)]
  const sold = sumOf(certain)
  const [from, to] = readings
  return from === undefined || to === undefined || sold === undefined ? undefined : from - to - sold
}

const toleranceOf = ({ certain, unclear }: Pick<BalanceEvidence, 'certain' | 'unclear'>) =>
  roundingPerUnit * (certain.length + unclear.length)

/** Whether a unit costs so little that rounding hides it: delivered or not, the balance is the same. */
const couldBeFree = (evidence: BalanceEvidence) =>
  evidence.unclear.some((price) => {
    const tenThousandths = amountTenThousandths(price)
    return tenThousandths !== undefined && tenThousandths <= 2 * toleranceOf(evidence)
  })

function sumOf(prices: readonly string[]): number | undefined {
  let sum = 0
  for (const price of prices) {
    const tenThousandths = amountTenThousandths(price)
    if (tenThousandths === undefined) return undefined
    sum += tenThousandths
  }
  return sum
}

/** Ten-thousandths of the supplier's currency, so that sums are exact; undefined for text that is no amount. */
export function amountTenThousandths(text: string): number | undefined {
  const match = /^(-?)(\d{1,11})(?:\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, sign, integer, fraction = ''] = match
  const tenThousandths = Number(integer) * 10_000 + Math.round(Number(`0.${fraction || 0}`) * 10_000)
  return sign === '-' ? -tenThousandths : tenThousandths
}
