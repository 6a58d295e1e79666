import { Types } from 'mongoose'
import type { OrderStatus } from '../../../contracts/order-status.ts'
import { customerIndex } from '../order-indexes.ts'
import { OrderModel } from '../order-model.ts'

/** So many of a customer's orders are added up, the latest ones: one who has more has them for a business. */
const countedOrders = 10_000

/** `hasMore`: there are more orders than these, and no figure but `count` means anything. */
export type CustomerTotals = {
  count: number
  hasMore: boolean
  refunded: number
  spentPaise: number
  heldPaise: number
}

/** What a customer bought, from the keys of their index alone. */
export async function customerTotals(userId: string, most = countedOrders): Promise<CustomerTotals> {
  const rows = await OrderModel.aggregate<Row>([
    { $match: { userId: new Types.ObjectId(userId) } },
    { $sort: { createdAt: -1, _id: -1 } },
    { $limit: most + 1 },
    {
      $group: {
        _id: '$status',
        ...{ count: { $sum: 1 }, paise: { $sum: '$pricePaise' }, partlyRefundedPaise: { $sum: '$partlyRefundedPaise' } },
      },
    },
    { $project: { _id: 0, status: '$_id', count: 1, paise: 1, partlyRefundedPaise: 1 } },
  ]).hint(customerIndex)
  const of = (status: OrderStatus) => rows.find((row) => row.status === status) ?? none
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const { paise, partlyRefundedPaise } = of('Completed')
  return {
    ...{ count: Math.min(count, most), hasMore: count > most, refunded: of('Refunded').count },
    ...{ spentPaise: paise - partlyRefundedPaise, heldPaise: of('Processing').paise - of('Processing').partlyRefundedPaise },
  }
}

type Row = { status: OrderStatus; count: number; paise: number; partlyRefundedPaise: number }

const none = { count: 0, paise: 0, partlyRefundedPaise: 0 }
