import { toRupees } from '../../../contracts/money.ts'
import type { RedeliveryTerms } from '../../../contracts/redeliveries.ts'
import type { OrderDoc } from '../order-model.ts'
import { termsOf } from './redelivery-terms.ts'

/** What it would cost to send an order again, as who answers its report is shown it. */
export async function redeliveryTermsView(
  deps: Parameters<typeof termsOf>[0],
  order: OrderDoc,
): Promise<RedeliveryTerms> {
  const { whyNot, packs, cost, costPaise, balance } = await termsOf(deps, order)
  return {
    whyNot,
    delivery: order.delivery,
    packs: packs.map(({ ref, cost }) => ({ ref, cost: cost ?? '' })),
    cost: cost
      ? {
          ...{ amount: cost.amount, unit: cost.unit },
          ...(costPaise === undefined ? {} : { rupees: toRupees(costPaise) }),
        }
      : null,
    balance: balance ? { ...balance, readAt: balance.readAt.toISOString() } : null,
  }
}
