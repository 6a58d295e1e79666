import type { OrderNote } from '../../../contracts/order-details.ts'
import type { OrderDoc } from '../order-model.ts'

/** What admins wrote down about an order, the oldest first. */
export const notesView = ({ notes }: Pick<OrderDoc, 'notes'>): OrderNote[] =>
  notes.map(({ at, by, name, text }) => ({ at: at.toISOString(), by, name, text }))
