import { formatPaise } from '../../contracts/money.ts'
import { startOfIstDay } from '../../platform/clock.ts'
import type { OrderDoc } from '../orders/index.ts'
import {
  expectedOrderEntries,
  isCancelledRedelivery,
  OrderModel,
  orderCountersIndex,
  withPaidPrice,
} from '../orders/index.ts'
import type { PartResult } from './compare-gateway-payments.ts'
import { missingEntries } from './missing-entries.ts'
import type { Finding } from './reconciliation-model.ts'

/** Orders compared with the ledger at a time. */
const batchSize = 500

const fields = [
  'status',
  'pricePaise',
  'partlyRefundedPaise',
  'delivery',
  'units.state',
  'ended',
  'vault.at',
  'redeliveryOf',
  'completedAt',
  'staffActions.by',
  'staffActions.name',
  'staffActions.action',
]

type EndedOrder = Pick<
  OrderDoc,
  | '_id'
  | 'status'
  | 'pricePaise'
  | 'partlyRefundedPaise'
  | 'redeliveryOf'
  | 'delivery'
  | 'ended'
  | 'staffActions'
> & {
  units: Pick<OrderDoc['units'][number], 'state'>[]
  vault: unknown[]
}

/** Compares the orders that ended on a day with their purchases and with the ledger. */
export async function compareEndedOrders(day: string): Promise<PartResult> {
  const range = { $gt: new Date(0), $gte: startOfIstDay(day), $lt: startOfIstDay(day, 1) }
  const cursor = OrderModel.find({ 'ended.at': range })
    .sort({ 'ended.at': 1 })
    .hint(orderCountersIndex)
    .select(fields)
    .lean<EndedOrder[]>()
    .cursor({ batchSize }) as unknown as AsyncIterable<EndedOrder>
  const found: Finding[] = []
  const counts = { units: 0, unproven: 0 }
  let ids: string[] = []
  const flush = async () => {
    found.push(...(await missingEntries(OrderModel, expectedOrderEntries.pipeline, ids)))
    ids = []
  }
  for await (const order of cursor) {
    const findings = comparePurchases(await withPaidPrice(order))
    found.push(...findings)
    counts.units += order.units.filter(({ state }) => state === 'delivered').length
    counts.unproven += findings.length
    ids.push(order._id)
    if (ids.length === batchSize) await flush()
  }
  await flush()
  return { found, counts, cursor: undefined }
}

/** Pure. Whether an order's purchases match its final status. */
export function comparePurchases(order: EndedOrder): Finding[] {
  const { units, status, partlyRefundedPaise, ended, pricePaise } = order
  const delivered = units.filter(({ state }) => state === 'delivered').length
  const about = { ref: order._id, of: 'order' as const, about: 'ended' }
  const unitsText = `${delivered} of ${units.length} units bought`
  if (
    status === 'Completed' &&
    delivered < units.length &&
    partlyRefundedPaise === 0 &&
    order.vault.length === 0
  ) {
    const completedBy = order.staffActions.findLast(({ by }) => by === ended?.by)?.name ?? 'the system'
    return [
      {
        ...about,
        kind: 'no_proof_of_delivery' as const,
        amountPaise: pricePaise,
        external: unitsText,
        internal: `Completed by ${completedBy}`,
      },
    ]
  }
  const hasFailed = isCancelledRedelivery(order)
  const isRefunded = (status === 'Refunded' || hasFailed) && ended?.previous?.status !== 'Completed'
  if (isRefunded && delivered > 0) {
    const sum = formatPaise(pricePaise - partlyRefundedPaise, { exact: true })
    const internal = hasFailed ? `Second delivery of ${sum}, counts as failed` : `${sum} given back`
    return [
      {
        ...about,
        kind: 'bought_without_end',
        amountPaise: pricePaise - partlyRefundedPaise,
        external: unitsText,
        internal,
      },
    ]
  }
  return []
}
