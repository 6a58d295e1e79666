import { readSnapshot } from '../../../platform/snapshot.ts'
import { expectedOrderPoints, inconsistentOrders, OrderModel, replayOrders } from '../../orders/index.ts'
import { comparePointCauses } from '../../points/index.ts'
import { inconsistentTopUps, WalletTransactionModel } from '../../wallet/index.ts'
import { type Ledger, moneyLedger, pointsLedger } from '../seals/ledgers.ts'
import { compareCauses, type LedgerFault } from './verify-money.ts'
import { endOfRange, type IdRange, inRange, withPrefix } from './id-range.ts'
import { maxFaults, nothing, type Stage } from './step.ts'

/** Documents, and entries of one kind, that one step compares. */
const batch = 2_000

/**
 * Whether orders, top-ups, adjustments and redemptions are in the ledgers as they say, and nothing else is; and whether
 * they contradict themselves. Each range of their ids is read in a snapshot of its own, with the entries whose refs
 * begin with these ids: a document and its entries are written in one transaction.
 */
export const causeStage: Stage = {
  name: 'orders and top-ups',
  async step(from) {
    const to = await endOf(from)
    return { ...nothing, next: to, faults: await compareRange({ from, to }) }
  },
}

/** Whether each closed order is what its history says, in ranges of ids. */
export const replayStage: Stage = {
  name: 'closed orders',
  async step(from) {
    const last = await OrderModel.findOne({ _id: inRange({ from }) })
      .sort({ _id: 1 })
      .skip(batch)
      .select('_id')
      .lean()
    const ids = inRange({ from, to: last?._id })
    const { orders, faults } = await replayOrders({ ids, most: maxFaults })
    return { ...nothing, next: last?._id, replayed: orders, faults }
  },
}

/** Compares what concerns the documents whose ids are in a range. */
export function compareRange(range: IdRange): Promise<LedgerFault[]> {
  const where = { _id: inRange(range) }
  const filter = {
    ...{ orders: where, transactions: where, entries: entriesOf(moneyLedger, range) },
    redemptions: { _id: withPrefix('redeemed:', range) },
  }
  return readSnapshot(async (snapshot) => {
    const causes = await compareCauses(snapshot, filter)
    const points = await comparePointCauses(snapshot, pointsOf(where), {
      ...{ most: maxFaults, entries: entriesOf(pointsLedger, range) },
    })
    const orders = await inconsistentOrders(snapshot, maxFaults, where)
    const topUps = await inconsistentTopUps(snapshot, maxFaults, where)
    return [
      ...causes,
      ...points,
      ...orders.map((orderid) => ({ kind: 'order_contradicts_itself' as const, orderid })),
      ...topUps.map((txnid) => ({ kind: 'topup_contradicts_itself' as const, txnid })),
    ]
  })
}

/** What the orders that pass say of points. */
const pointsOf = (where: Record<string, unknown>) => ({
  ...expectedOrderPoints,
  pipeline: [{ $match: where }, ...expectedOrderPoints.pipeline],
})

/** Matches the entries whose refs begin with an id of the range, by their ids. */
const entriesOf = ({ kinds }: Ledger, range: IdRange) => ({
  $or: kinds.map((kind) => ({ _id: withPrefix(`${kind}:`, range) })),
})

/** The id at which the range from `from` on ends, so that no collection has more than a batch in it. */
async function endOf(from: string): Promise<string | undefined> {
  const documents = [OrderModel, WalletTransactionModel].map(async (model: Ledger['model']) => {
    const last = await model
      .findOne({ _id: inRange({ from }) })
      .sort({ _id: 1 })
      .skip(batch)
      .select('_id')
      .lean()
    return last?._id as string | undefined
  })
  const entries = [moneyLedger, pointsLedger].flatMap(({ model, kinds }) =>
    kinds.map(async (kind) => {
      const ids = { _id: withPrefix(`${kind}:`, { from }) }
      const last = await model.findOne(ids).sort({ _id: 1 }).skip(batch).select('_id').lean()
      return last?._id.slice(kind.length + 1) as string | undefined
    }),
  )
  return endOfRange(from, await Promise.all([...documents, ...entries]))
}
