import { type OrderDoc, OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { PointsBalanceModel, PointsEntryModel } from '@jhatpat/shared/domain/points/index.ts'
import {
  JournalEntryModel,
  WalletModel,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { IdempotencyKeyModel } from '@jhatpat/shared/platform/idempotency-model.ts'
import { vendors } from '@jhatpat/shared/providers/vendors.ts'
import { rules } from '../../faults/checker/check.ts'
import { capturesOf } from '../../faults/checker/money-invariants.ts'
import { effectsByPlayer, playerOf } from '../../faults/load/effects.ts'
import type { Evidence, LedgerEntry, Violation } from '../../faults/load/evidence.ts'
import { journalsOf } from '../../faults/load/gather.ts'
import type { JournalEntry } from '../../simulators/wire/journal.ts'
import type { ModelEnvironment } from './model-environment.ts'

/** The violations after a single command, as sentences; empty when every invariant holds. */
export async function violations(environment: ModelEnvironment): Promise<string[]> {
  const evidence = await readEvidence(environment)
  const checked = withCheckedPaymentsOnly(evidence)
  const bySystem = withoutDecisions(environment, checked)
  return [
    ...rules.I1(checked),
    ...transactionsMatchBalance(evidence),
    ...balancesAfterTransactions(evidence),
    ...rules.I2(bySystem),
    ...retriesWithoutDecision(environment, evidence),
    ...rules.I5(checked),
    ...rules.I6(bySystem),
    ...rules.I7(checked),
    ...refundsMatchLedger(evidence),
    // Jobs run on the test's command, so none is late here; but every task must have a time.
    ...rules.I9({ ...checked, at: new Date(0) }),
    ...rules.I10(checked),
    ...rules.I11(evidence),
    ...rules.I12(checked),
    ...shapes(evidence),
    ...repeatedNotifications(environment),
    ...environment.queue
      .tooEarly()
      .map((job): Finding => ({ rule: 'I9', about: job, what: 'queued before it was due' })),
  ].map(({ rule, about, what }) => `${rule} ${about}: ${what}`)
}

/** Further violations once every task has ended and every payment's callback has arrived. */
export async function violationsAtRest(environment: ModelEnvironment): Promise<string[]> {
  const evidence = await readEvidence(environment)
  return [...rules.I1(evidence), ...rules.I3(evidence), ...rules.I4(evidence)].map(
    ({ rule, about, what }) => `${rule} ${about}: ${what}`,
  )
}

type Finding = Pick<Violation, 'rule' | 'about' | 'what'>

async function readEvidence({ service, placements, deps }: ModelEnvironment): Promise<Evidence> {
  const { simulators } = service
  const [orders, transactions, ledger, wallets, pointsEntries, points, keys] = await Promise.all([
    OrderModel.find().lean<OrderDoc[]>(),
    WalletTransactionModel.find().lean<WalletTransactionDoc[]>(),
    JournalEntryModel.find().lean<LedgerEntry[]>(),
    WalletModel.find().lean<Evidence['wallets']>(),
    PointsEntryModel.find().lean<Evidence['pointsEntries']>(),
    PointsBalanceModel.find().lean<Evidence['points']>(),
    IdempotencyKeyModel.find().lean<Evidence['keys']>(),
  ])
  // A wallet order's key has a record; by UPI and for top-ups the commands take the id for the key.
  const byId = [...orders.filter(({ paymentmode }) => paymentmode === 'upi'), ...transactions]
  return {
    at: deps.clock.now(),
    orders,
    transactions,
    ledger,
    wallets,
    pointsEntries,
    points,
    pages: [],
    keys: [...keys, ...byId.map(({ _id }) => ({ _id, ref: _id.slice(2) }))],
    promised: [...placements].map(([keyId, ids]) => ({
      keyId,
      ids: [...ids],
      kind: keyId.startsWith('JT') ? ('topup' as const) : ('order' as const),
    })),
    vendors,
    journals: await journalsOf((name) => simulators.journal(name)),
  }
}

/** Money that has not been checked yet is not in the ledger, and need not be. */
function withCheckedPaymentsOnly(evidence: Evidence): Evidence {
  const booked = new Set(evidence.ledger.map((entry) => entry.ref))
  const uncheckedEntries = new Set(
    capturesOf(evidence).flatMap(({ entry, ref }) => (booked.has(ref) ? [] : [entry])),
  )
  return onlyEntries(evidence, (entry) => !uncheckedEntries.has(entry))
}

function onlyEntries(evidence: Evidence, isLeft: (entry: JournalEntry, vendor: string) => boolean): Evidence {
  const left = Object.entries(evidence.journals).map(([vendor, entries]) => [
    vendor,
    entries.filter((entry) => isLeft(entry, vendor)),
  ])
  return { ...evidence, journals: Object.fromEntries(left) }
}

/** An order has one text message at most; a mail of one subject goes out once, except for second payments. */
function repeatedNotifications({ service: { simulators } }: ModelEnvironment): Finding[] {
  const texts = simulators.journal('sms').flatMap(({ text }) => /\/o\/(JP\w+)/.exec(String(text))?.[1] ?? [])
  const mails = simulators
    .journal('mail')
    .filter(({ text }) => !String(text).includes('You paid twice'))
    .map(({ subject }) => String(subject))
  return [...texts, ...mails]
    .filter((one, place, all) => all.indexOf(one) !== place)
    .map((about): Finding => ({ rule: 'I10', about, what: 'its customer was told of it twice' }))
}

/**
 * A person may refund what was delivered, or record it as delivered; the rules about effects apply to the
 * rest.
 */
function withoutDecisions({ decided }: ModelEnvironment, evidence: Evidence): Evidence {
  const players = new Set(
    evidence.orders.filter((order) => decided.has(order._id)).map((order) => order.input1),
  )
  const isOfOthers = (entry: JournalEntry, name: string) => {
    const vendor = evidence.vendors[name]
    if (vendor?.kind !== 'supplier' || entry.kind !== vendor.bought.entry) return true
    return !players.has(playerOf(entry, vendor.bought))
  }
  const orders = evidence.orders.map((order) => (decided.has(order._id) ? { ...order, units: [] } : order))
  return onlyEntries({ ...evidence, orders }, isOfOthers)
}

function retriesWithoutDecision({ decided }: ModelEnvironment, evidence: Evidence): Finding[] {
  const effects = effectsByPlayer(evidence)
  return evidence.orders.flatMap((order): Finding[] => {
    const sold = effects.get(order.input1)?.length ?? 0
    const most = order.units.length + (decided.get(order._id) ?? 0)
    if (sold <= most) return []
    return [{ rule: 'I2', about: order._id, what: `${sold} sold where ${most} could be` }]
  })
}

/** A wallet's transactions and adjustments add up to its balance. */
function transactionsMatchBalance({ wallets, transactions, ledger }: Evidence): Finding[] {
  return wallets.flatMap(({ _id, balancePaise }): Finding[] => {
    const account = `wallet:${_id}`
    const completed = transactions
      .filter((transaction) => String(transaction.userId) === String(_id) && transaction.status === 'Success')
      .reduce((sum, transaction) => sum + transaction.amountPaise, 0)
    const adjusted = ledger
      .filter((entry) => entry.kind === 'adjustment')
      .flatMap((entry) => entry.postings)
      .reduce((sum, posting) => sum + (posting.account === account ? posting.amountPaise : 0), 0)
    if (completed + adjusted === balancePaise) return []
    return [
      { rule: 'I1', about: account, what: `holds ${balancePaise}, its list says ${completed + adjusted}` },
    ]
  })
}

/** Each completed transaction stores the balance after it, and two in a row differ by its amount. */
function balancesAfterTransactions({ wallets, transactions }: Evidence): Finding[] {
  const successful = transactions.filter(({ status }) => status === 'Success')
  return successful.flatMap((transaction): Finding[] => {
    const { after } = transaction
    if (!after) return [{ rule: 'I1', about: transaction._id, what: 'does not tell the balance after it' }]
    const others = successful.filter(
      (one) => one !== transaction && String(one.userId) === String(transaction.userId),
    )
    const wallet = wallets.find(({ _id }) => String(_id) === String(transaction.userId))
    const next = others.find((one) => one.after?.version === after.version + 1)
    const isNewest = others.every((one) => (one.after?.version ?? 0) < after.version)
    const differs =
      isNewest && wallet?.version === after.version && wallet.balancePaise !== after.balancePaise
    const jumps = next?.after && next.after.balancePaise - next.amountPaise !== after.balancePaise
    const isRepeated = others.some((one) => one.after?.version === after.version)
    if (!differs && !jumps && !isRepeated) return []
    return [
      { rule: 'I1', about: transaction._id, what: `tells a balance of ${after.balancePaise} that was not` },
    ]
  })
}

/** What an order says it refunded equals what the ledger refunded for it. */
function refundsMatchLedger({ orders, ledger }: Evidence): Finding[] {
  return orders.flatMap((order): Finding[] => {
    const credited = (...kinds: string[]) =>
      ledger
        .filter((entry) => kinds.includes(entry.kind) && entry.ref.split('/')[0] === order._id)
        .flatMap((entry) => entry.postings)
        .reduce((sum, { account, amountPaise }) => sum + (account.startsWith('wallet:') ? amountPaise : 0), 0)
    const all = credited('order_refund', 'order_partial_refund', 'unallocated_payment')
    const share = credited('order_partial_refund')
    if (all === order.creditedPaise && share === order.partlyRefundedPaise) return []
    const what = `notes ${order.creditedPaise} and a share of ${order.partlyRefundedPaise}, booked ${all} and ${share}`
    return [{ rule: 'I7', about: order._id, what }]
  })
}

/** The accounts that each kind of money moves between: it leaves the first. */
const expectedDirections: Record<string, string[]> = {
  topup: ['gateway>wallet'],
  unallocated_payment: ['gateway>wallet'],
  order_payment: ['gateway>sales'],
  order_debit: ['wallet>sales'],
  order_refund: ['sales>wallet'],
  order_partial_refund: ['sales>wallet'],
  points_redeemed: ['points>wallet'],
  adjustment: ['adjustments>wallet', 'wallet>adjustments'],
}

function shapes({ ledger }: Evidence): Finding[] {
  return ledger.flatMap(({ kind, ref, postings }): Finding[] => {
    const sorted = [...postings].sort((a, b) => a.amountPaise - b.amountPaise)
    const direction = sorted.map(({ account }) => account.split(':')[0]).join('>')
    if (postings.length === 2 && expectedDirections[kind]?.includes(direction)) return []
    return [{ rule: 'I1', about: `${kind}/${ref}`, what: `went ${direction}` }]
  })
}
