import { supplierNameFor } from '../../../contracts/api-types.ts'
import { formatPaise } from '../../../contracts/money.ts'
import { type ItemDoc, ItemModel } from '../../catalogue/index.ts'
import type { Deps } from '../../deps.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'

/** A purchase up to this percentage of the price paid needs no admin. */
const maxCostPercent = 120

type CostEnv = Pick<Deps['env'], 'SUPPLIER_CURRENCY_PAISE'>

/** The listed cost of all units of an order, in paise; undefined when one of them is unknown. */
export function knownCostPaise(env: CostEnv, { units, item }: OrderDoc): number | undefined {
  const account = supplierNameFor(item.apiType)
  const unitPaise = account && env.SUPPLIER_CURRENCY_PAISE.get(account)
  if (unitPaise === undefined || units.some(({ cost }) => !cost)) return undefined
  return Math.ceil(units.reduce((sum, { cost }) => sum + Number(cost), 0) * unitPaise - 1e-6)
}

/**
 * The last guard before money leaves: a purchase is not made automatically when its known cost is more than
 * 20 % above the price paid, whatever set that price. Exempt are approved prices, units that an admin has
 * sent again, free redeliveries, and orders of which a unit was sent before.
 * @returns why the purchase is not made, for the admins; undefined when it may be made
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

/** Only an approval of the price that this customer pays counts. */
async function isApproved({ item, pricePaise, customer }: OrderDoc): Promise<boolean> {
  const found = await ItemModel.findById(item.itemid, { approvedPaise: 1 }).lean<ItemDoc | null>()
  const field = customer.role === 'reseller' ? 'resellPaise' : 'discountedPaise'
  const approvedPaise = found?.approvedPaise?.[field]
  return approvedPaise !== undefined && approvedPaise <= pricePaise
}
