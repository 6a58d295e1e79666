import type { OrderVendorCall } from '../../contracts/order-details.ts'
import { aboutIndex, VendorCallModel, type IVendorCall } from './vendor-call-model.ts'

/** More than any order has that goes as orders do. */
const maxListed = 200

/** What vendors were asked and answered about an order, in its order; of very many the latest. */
export async function listVendorCalls(subjectId: string): Promise<OrderVendorCall[]> {
  const rows = await VendorCallModel.find({ subjectId })
    .sort({ lastAt: -1, _id: 1 })
    .hint(aboutIndex)
    .limit(maxListed)
    .lean<IVendorCall[]>()
  return rows.map(viewOf).toSorted((a, b) => a.firstAt.localeCompare(b.firstAt))
}

const viewOf = ({ _id: id, subjectId: _subjectId, firstAt, lastAt, ...row }: IVendorCall): OrderVendorCall => ({
  ...{ ...row, id, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() },
})
