import { toRupees } from '../../../contracts/money.ts'
import type { RedeliveryTerms } from '../../../contracts/redeliveries.ts'
import type { IUnit } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { paidPacks, whyNotAgain } from './redelivery-rules.ts'
import { termsOf } from './redelivery-terms.ts'

/**
 * What it would cost to send an order again, as who answers its report is shown it.
 * @param refs the packs that are meant; without, all that were paid
 */
export async function redeliveryTermsView(
  deps: Parameters<typeof termsOf>[0],
  order: OrderDoc,
  refs?: readonly string[] | undefined,
): Promise<RedeliveryTerms> {
  const { whyNot, cost, costPaise, balance } = await termsOf(deps, order, refs)
  return {
    whyNot,
    delivery: order.delivery,
    packs: whyNotAgain(order) ? [] : paidPacks(order).map((pack) => packView(order, pack)),
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
function packView({ supplierConflicts }: OrderDoc, { ref, cost, state, supplierOrderId }: IUnit) {
  const isDenied = supplierConflicts.some(
    ({ kind, unit, closedAt }) => kind === 'not_delivered' && unit === ref && !closedAt,
  )
  return { ref, cost: cost ?? '', supplierOrderId, isCertain: state === 'delivered' && !isDenied }
}
