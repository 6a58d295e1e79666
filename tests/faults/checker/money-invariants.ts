import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import { clientTxnIdOf } from '@jhatpat/shared/domain/payments/index.ts'
import type { JournalEntry } from '../../simulators/wire/journal.ts'
import { textOf } from '../../simulators/wire/text-of.ts'
import { effectsByPlayer } from '../load/effects.ts'
import { type Evidence, journalOf, type LedgerEntry, type Rule, type Violation } from '../load/evidence.ts'

/**
 * Journal entries sum to zero, balances are the sum of their entries and not negative, and the gateway's
 * money is in the ledger exactly once.
 */
export const moneyBalances: Rule = (evidence) => [
  ...unbalanced(evidence),
  ...wrongBalances(evidence),
  ...captures(evidence),
]

const entrySum = (entry: LedgerEntry) =>
  entry.postings.reduce((total, posting) => total + posting.amountPaise, 0)

function unbalanced({ ledger }: Evidence): Violation[] {
  return ledger
    .filter((entry) => entrySum(entry) !== 0)
    .map((entry) => ({
      rule: 'I1',
      about: `${entry.kind}/${entry.ref}`,
      what: `sums to ${entrySum(entry)} paise`,
      paise: Math.abs(entrySum(entry)),
    }))
}

function wrongBalances({ ledger, wallets }: Evidence): Violation[] {
  const folds = new Map<string, number>()
  for (const { account, amountPaise } of ledger.flatMap((entry) => entry.postings)) {
    folds.set(account, (folds.get(account) ?? 0) + amountPaise)
  }
  const balances = new Map(wallets.map((wallet) => [`wallet:${String(wallet._id)}`, wallet.balancePaise]))
  const accounts = new Set([
    ...balances.keys(),
    ...[...folds.keys()].filter((one) => one.startsWith('wallet:')),
  ])
  return [...accounts].flatMap((account): Violation[] => {
    const balance = balances.get(account) ?? 0
    const fold = folds.get(account) ?? 0
    return [
      ...(balance === fold
        ? []
        : [
            {
              rule: 'I1',
              about: account,
              what: `shows ${balance}, its entries say ${fold}`,
              paise: Math.abs(balance - fold),
            } as const,
          ]),
      ...(balance < 0 ? [{ rule: 'I1', about: account, what: `is negative: ${balance}` } as const] : []),
    ]
  })
}

type Capture = { entry: JournalEntry; orderid: string; ref: string; paise: number }

/**
 * The payments that the gateways took, by their journals. `ref` is the ledger's name for each; any of an
 * order's attempts took it.
 */
export function capturesOf(evidence: Pick<Evidence, 'vendors' | 'journals'>): Capture[] {
  return Object.entries(evidence.vendors).flatMap(([name, line]) => {
    if (line.kind !== 'payment') return []
    const { took } = line
    const payments = journalOf(evidence, name).filter((entry) => entry.kind === took.entry)
    return payments.map((entry) => {
      const orderid = clientTxnIdOf(textOf(entry[took.link]))
      return { entry, orderid, ref: `${orderid}/${textOf(entry[took.id])}`, paise: Number(entry[took.paise]) }
    })
  })
}

const cameFromGateway = new Set(['order_payment', 'topup', 'unallocated_payment'])

function captures(evidence: Evidence): Violation[] {
  const { ledger, orders, transactions } = evidence
  const ours = new Set([
    ...orders.map((order) => order._id),
    ...transactions.map((transaction) => transaction._id),
  ])
  const captured = new Map(
    capturesOf(evidence)
      .filter(({ orderid }) => ours.has(orderid))
      .map(({ ref, paise }) => [ref, paise]),
  )
  const booked = Map.groupBy(
    ledger.filter((entry) => cameFromGateway.has(entry.kind)),
    (entry) => entry.ref,
  )
  const refs = new Set([...captured.keys(), ...booked.keys()])
  return [...refs].flatMap((ref): Violation[] => {
    const receivedPaise = captured.get(ref) ?? 0
    const entered = (booked.get(ref) ?? []).reduce((total, entry) => total + entering(entry), 0)
    if (receivedPaise === entered) return []
    const what = `the gateway took ${receivedPaise} paise, the ledger has ${entered}`
    return [{ rule: 'I1', about: ref, what, paise: Math.abs(receivedPaise - entered) }]
  })
}

const entering = (entry: LedgerEntry) =>
  entry.postings.reduce(
    (total, { account, amountPaise }) => total - (account.startsWith('gateway:') ? amountPaise : 0),
    0,
  )

/**
 * A delivered order is paid, to the paisa; a paid and undelivered one is refunded once, or waits on the
 * board.
 */
export const deliveredIsPaid: Rule = (evidence) => {
  const effects = effectsByPlayer(evidence)
  const moneyOf = moneyByOrder(evidence)
  return evidence.orders.flatMap((order) => {
    const delivered = order.delivery === 'instant' ? (effects.get(order.input1)?.length ?? 0) : 0
    return [...paymentFaults(order, delivered, moneyOf(order._id)), ...unprovenUnits(order)].map(
      ({ what, paise }) => ({
        rule: 'I6' as const,
        about: order._id,
        what,
        paise,
      }),
    )
  })
}

type MoneyViolation = { what: string; paise: number }

function paymentFaults(order: OrderDoc, delivered: number, { paid, refunded }: OrderMoney): MoneyViolation[] {
  const { status, pricePaise } = order
  const faults: MoneyViolation[] = []
  const isComplete = delivered === order.units.length
  if (delivered > 0 && paid !== pricePaise)
    faults.push({ what: `delivered, but ${paid} of ${pricePaise} paise were paid`, paise: pricePaise - paid })
  if (paid > 0 && paid !== pricePaise)
    faults.push({ what: `paid ${paid} for a price of ${pricePaise}`, paise: Math.abs(paid - pricePaise) })
  if (status === 'Completed' && paid !== pricePaise)
    faults.push({
      what: `Completed with ${paid} of ${pricePaise} paise paid`,
      paise: Math.abs(pricePaise - paid),
    })
  if (status === 'Completed' && order.delivery === 'instant' && !isComplete && refunded === 0)
    faults.push({
      what: `Completed with ${delivered} of ${order.units.length} units delivered`,
      paise: pricePaise,
    })
  if (status === 'Refunded' && paid > 0 && refunded !== paid)
    faults.push({ what: `Refunded with ${refunded} of ${paid} paise`, paise: Math.abs(paid - refunded) })
  if (status === 'Refunded' && delivered > 0 && refunded === pricePaise)
    faults.push({ what: `${delivered} units delivered, and all of the price refunded`, paise: pricePaise })
  if (['Created', 'Failed'].includes(status) && (paid > 0 || delivered > 0))
    faults.push({ what: `${status} although paid ${paid} and ${delivered} units delivered`, paise: paid })
  return faults
}

const automatic = ['system', 'supplier', 'customer', 'payments']

/** Units that contradict how their order ended, without an admin's decision, a conflict or a follow-up. */
function unprovenUnits({
  status,
  history,
  supplierConflicts,
  units,
  partlyRefundedPaise,
  due,
  pricePaise,
}: OrderDoc): MoneyViolation[] {
  const isAutomatic = automatic.includes(history.at(-1)?.by ?? '')
  if (!isAutomatic || supplierConflicts?.length > 0) return []
  const isRefunded = status === 'Refunded' || status === 'Cancelled'
  if (!isRefunded && status !== 'Completed') return []
  const isProven = (state: string) => {
    if (state === 'sending' || state === 'unknown') return isRefunded && due.fulfil.at !== null
    if (state === 'delivered') return !isRefunded
    return isRefunded || partlyRefundedPaise > 0
  }
  return units
    .filter(({ state }) => !isProven(state))
    .map(({ state }) => ({ what: `${status} with a unit ${state}`, paise: pricePaise }))
}

/** Refunds do not exceed payments, and each cause is posted once. */
export const refundsWithinCaptures: Rule = (evidence) => {
  const moneyOf = moneyByOrder(evidence)
  const tooMuch = evidence.orders.flatMap((order): Violation[] => {
    const { paid, refunded } = moneyOf(order._id)
    if (refunded <= paid) return []
    return [
      {
        rule: 'I7',
        about: order._id,
        what: `${refunded} paise refunded, ${paid} paid`,
        paise: refunded - paid,
      },
    ]
  })
  const causes = Map.groupBy(evidence.ledger, (entry) => `${entry.kind}/${entry.ref}`)
  const twice = [...causes].flatMap(([cause, entries]): Violation[] => {
    if (entries.length === 1) return []
    const paise = entries
      .slice(1)
      .reduce((sum, entry) => sum + Math.max(...entry.postings.map((one) => one.amountPaise)), 0)
    return [{ rule: 'I7', about: cause, what: `posted ${entries.length} times`, paise }]
  })
  return [...tooMuch, ...twice]
}

/** The money of one order, in paise, by the ledger. */
type OrderMoney = { paid: number; unallocated: number; refunded: number; refunds: LedgerEntry[] }

const refundKinds = (kind: string) => /refund/.test(kind)

/** Journal entries name their order at the start of `ref`: `JP…`, `JP…/bank reference`. */
function moneyByOrder({ ledger }: Pick<Evidence, 'ledger'>): (orderid: string) => OrderMoney {
  const entries = Map.groupBy(ledger, (entry) => entry.ref.split('/')[0] ?? '')
  return (orderid) => {
    const own = entries.get(orderid) ?? []
    const refunds = own.filter((entry) => refundKinds(entry.kind))
    const of = (kinds: string[]) => total(own.filter((entry) => kinds.includes(entry.kind)))
    return {
      paid: of(['order_payment', 'order_debit']),
      unallocated: of(['unallocated_payment']),
      refunded: total(refunds),
      refunds,
    }
  }
}

const total = (entries: LedgerEntry[]) =>
  entries.reduce(
    (sum, entry) =>
      sum + entry.postings.reduce((more, { amountPaise }) => more + Math.max(0, amountPaise), 0),
    0,
  )
