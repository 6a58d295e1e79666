import { supplierNameFor } from '../../../contracts/api-types.ts'
import { formatPaise } from '../../../contracts/money.ts'
import { type ItemDoc, ItemModel } from '../../catalogue/index.ts'
import type { Deps } from '../../deps.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'

/** A cost of this many per cent of what was paid is still bought without a person. */
const maxCostPercent = 120

type CostEnv = Pick<Deps['env'], 'SUPPLIER_CURRENCY_PAISE'>

/** What an order's packs are known to cost together, in paise; undefined where that is not known of all. */
function knownCostPaise(env: CostEnv, { units, item }: OrderDoc): number | undefined {
  const account = supplierNameFor(item.apiType)
  const unitPaise = account && env.SUPPLIER_CURRENCY_PAISE.get(account)
  if (unitPaise === undefined || units.some(({ cost }) => !cost)) return undefined
  return Math.ceil(units.reduce((sum, { cost }) => sum + Number(cost), 0) * unitPaise - 1e-6)
}

/**
 * The last guard where money leaves: a purchase is not made by itself when its known cost is more than 20 % above what
 * was paid, whatever set the price. Not held: an approved price, what a person has sent all the same, a delivery that
 * is repeated free of charge, and an order of which a pack was sent before.
 * @returns why it is held, in words
 */
export async function lossOf({ env }: { env: CostEnv }, order: OrderDoc): Promise<string | undefined> {
  const costPaise = knownCostPaise(env, order)
  const { pricePaise, units, staffActions } = order
  if (costPaise === undefined || costPaise * 100 <= maxCostPercent * pricePaise) return undefined
  const wasSent = units.some(({ state, attempt }) => state !== 'planned' || attempt > 0)
  const isDecided = staffActions.some(({ action }) => action === 'retry_unit')
  if (wasSent || isDecided || isRedelivery(order) || (await isApproved(order))) return undefined
  return `Costs ${formatPaise(costPaise)} by the supplier’s list, and ${formatPaise(pricePaise)} was paid`
}

/** By the approval of the price that this customer pays: another price's does not count. */
async function isApproved({ item, pricePaise, customer }: OrderDoc): Promise<boolean> {
  const found = await ItemModel.findById(item.itemid, { approvedPaise: 1 }).lean<ItemDoc | null>()
  const field = customer.role === 'reseller' ? 'resellPaise' : 'discountedPaise'
  const approvedPaise = found?.approvedPaise?.[field]
  return approvedPaise !== undefined && approvedPaise <= pricePaise
}
