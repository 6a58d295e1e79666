import type { Guard } from '../../../platform/typed-update.ts'
import type { IUnit } from '../../fulfilment/index.ts'
import type { OrderGuard } from '../change/order-update.ts'

const asked: Guard<IUnit> = { state: 'sending', supplierOrderId: '' }
const arrived: Guard<IUnit> = { state: 'delivered' }

/** While a call to the supplier is open its answer may still be a delivery. */
export const noOpenPurchase: OrderGuard = { units: { $not: { $elemMatch: { $or: [asked] } } } }

/** The same, and nothing has arrived: what is given back whole must not have been delivered. */
export const nothingDelivered: OrderGuard = { units: { $not: { $elemMatch: { $or: [asked, arrived] } } } }
