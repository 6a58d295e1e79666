import { toRupees } from '../../../contracts/money.ts'
import type { RedeliveryQuoteView } from '../../../contracts/redeliveries.ts'
import type { IUnit } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { paidUnits, redeliveryBlocker } from './redelivery-rules.ts'
import { redeliveryQuote } from './redelivery-terms.ts'

/**
 * What it would cost to send an order again, as who answers its report is shown it.
 * @param refs the units that are meant; without, all that were paid
 */
export async function redeliveryQuoteView(
  deps: Parameters<typeof redeliveryQuote>[0],
  order: OrderDoc,
  refs?: readonly string[] | undefined,
): Promise<RedeliveryQuoteView> {
  const { blockedReason, cost, costPaise, balance } = await redeliveryQuote(deps, order, refs)
  return {
    blockedReason,
    delivery: order.delivery,
    units: redeliveryBlocker(order) ? [] : paidUnits(order).map((unit) => unitView(order, unit)),
    cost: cost
      ? {
          ...{ amount: cost.amount, unit: cost.unit },
          ...(costPaise === undefined ? {} : { rupees: toRupees(costPaise) }),
        }
      : null,
    balance: balance ? { ...balance, readAt: balance.readAt.toISOString() } : null,
  }
}

/** Certain is what its supplier has said and not taken back. */
function unitView({ supplierConflicts }: OrderDoc, { ref, cost, state, supplierOrderId }: IUnit) {
  const isDenied = supplierConflicts.some(
    ({ kind, unit, closedAt }) => kind === 'not_delivered' && unit === ref && !closedAt,
  )
  return { ref, cost: cost ?? '', supplierOrderId, isCertain: state === 'delivered' && !isDenied }
}
