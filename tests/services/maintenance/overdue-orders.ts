import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { newReference } from '@jhatpat/shared/platform/ids.ts'

/**
 * Inserts orders with only the fields that a sweep reads, past the model, with a fulfilment that was due at
 * that time. The first in the list is the oldest. @returns their ids
 */
export async function insertScheduled(count: number, dueAt: (index: number) => Date): Promise<string[]> {
  const orders = Array.from({ length: count }, (_, index) => {
    const _id = newReference('JP', new Date())
    return {
      _id,
      status: 'Processing',
      createdAt: new Date(),
      updatedAt: new Date(),
      item: { apiType: 'SMILEBR' },
      due: {
        payment: { at: null, seq: 1 },
        fulfil: { at: dueAt(index), seq: 1 },
        notify: { at: null, seq: 1 },
        sweepCount: 0,
      },
    }
  })
  for (let from = 0; from < count; from += 5_000)
    await OrderModel.collection.insertMany(orders.slice(from, from + 5_000) as never)
  return orders.map(({ _id }) => _id)
}
