import type { OrderExchange } from '../../contracts/order-page.ts'
import { aboutIndex, ExchangeModel, type IExchange } from './exchange-model.ts'

/** More than any order has that goes as orders do. */
const atMost = 200

/** What vendors were asked and answered about an order, in its order; of very many the latest. */
export async function listExchanges(of: string): Promise<OrderExchange[]> {
  const rows = await ExchangeModel.find({ of })
    .sort({ lastAt: -1, _id: 1 })
    .hint(aboutIndex)
    .limit(atMost)
    .lean<IExchange[]>()
  return rows.map(viewOf).toSorted((a, b) => a.firstAt.localeCompare(b.firstAt))
}

const viewOf = ({ _id: id, of: _of, firstAt, lastAt, ...row }: IExchange): OrderExchange => ({
  ...{ ...row, id, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() },
})
