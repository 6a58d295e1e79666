import { supplierNameFor } from '../../contracts/api-types.ts'
import { toRupees } from '../../contracts/money.ts'
import type { OrderCosts } from '../../contracts/order-details.ts'
import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import type { Deps } from '../deps.ts'
import { findOrder, knownCostPaise } from '../orders/index.ts'
import { BalanceModel, type IBalance } from '../purchasing/index.ts'

type CostDeps = { env: Pick<Deps['env'], 'SUPPLIER_CURRENCY_PAISE'> }

/** What an order costs at its supplier, for callers who may see costs; null where nothing is known. */
export async function orderCosts(
  { env }: CostDeps,
  admin: StaffMember & { userId: string },
  orderid: string,
): Promise<OrderCosts | null> {
  if (!isAllowed(admin, 'catalogue.view')) return null
  const order = await findOrder(orderid, admin)
  const account = supplierNameFor(order.item.apiType)
  const amounts = order.units.flatMap(({ cost }) => cost || [])
  if (!account || amounts.length === 0) return null
  const balance = await BalanceModel.findById(account, { unit: 1 }).lean<Pick<IBalance, 'unit'> | null>()
  const paise = knownCostPaise(env, order)
  return {
    account,
    amounts,
    unit: balance?.unit ?? '',
    rupees: paise === undefined ? null : toRupees(paise),
  }
}
