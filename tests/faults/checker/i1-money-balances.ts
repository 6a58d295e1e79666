import { clientTxnIdOf } from '@jhatpat/shared/domain/payments/index.ts'
import type { JournalEntry } from '../../simulators/wire/journal.ts'
import { textOf } from '../../simulators/wire/text-of.ts'
import { type Evidence, journalOf, type LedgerEntry, type Rule, type Violation } from './evidence.ts'

const rule = 'I1'

/**
 * Journal entries sum to zero, balances are the sum of their entries and not negative, and the gateway's
 * money is in the ledger exactly once.
 */
export const moneyBalances: Rule = (evidence) => [
  ...unbalanced(evidence),
  ...wrongBalances(evidence),
  ...captures(evidence),
]

const sum = (entry: LedgerEntry) => entry.postings.reduce((total, posting) => total + posting.amountPaise, 0)

function unbalanced({ ledger }: Evidence): Violation[] {
  return ledger
    .filter((entry) => sum(entry) !== 0)
    .map((entry) => ({
      rule,
      about: `${entry.kind}/${entry.ref}`,
      what: `sums to ${sum(entry)} paise`,
      paise: Math.abs(sum(entry)),
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
              rule,
              about: account,
              what: `shows ${balance}, its entries say ${fold}`,
              paise: Math.abs(balance - fold),
            } as const,
          ]),
      ...(balance < 0 ? [{ rule, about: account, what: `is negative: ${balance}` } as const] : []),
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
    const taken = journalOf(evidence, name).filter((entry) => entry.kind === took.entry)
    return taken.map((entry) => {
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
    const came = captured.get(ref) ?? 0
    const entered = (booked.get(ref) ?? []).reduce((total, entry) => total + entering(entry), 0)
    if (came === entered) return []
    const what = `the gateway took ${came} paise, the ledger has ${entered}`
    return [{ rule, about: ref, what, paise: Math.abs(came - entered) }]
  })
}

const entering = (entry: LedgerEntry) =>
  entry.postings.reduce(
    (total, { account, amountPaise }) => total - (account.startsWith('gateway:') ? amountPaise : 0),
    0,
  )
