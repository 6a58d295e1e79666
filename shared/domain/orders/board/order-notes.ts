import type { OrderNote } from '../../../contracts/order-details.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import { auditTarget, writeAudit } from '../../audit/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { findOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'

/** The most notes that an order can have. */
const maxNotes = 50

/** Concurrent notes on one order retry; this many find their turn. */
const maxTries = 20

/** `id` is the same in every try of one request. */
type NewNote = { id: string; orderid: string; text: string }

/**
 * Adds a note to an order of any status. Notes are never changed, and all admins who have the order open see
 * a new one at once.
 * @throws not_found, note_limit_reached
 */
export async function addNote(
  deps: PublishDeps,
  admin: Caller,
  { orderid, ...note }: NewNote,
): Promise<OrderDoc> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const order = await findOrder(orderid, admin)
    // Notes are only ever added: the guard on their number also excludes that this one was added since.
    if (order.notes?.some(({ id }) => id === note.id)) return order
    const after = await writeNote(deps, admin, { order, ...note })
    if (after) return after
  }
  throw new AppError('order_changed')
}

async function writeNote(
  deps: PublishDeps,
  { userId, name }: Caller,
  { order, id, text }: Omit<NewNote, 'orderid'> & { order: OrderDoc },
): Promise<OrderDoc | undefined> {
  const { notes = [] } = order
  if (notes.length >= maxNotes) throw new AppError('note_limit_reached')
  const at = deps.clock.now()
  return changeOrder(deps, order, {
    guard: { notes: { $size: notes.length } },
    push: { notes: { id, at, by: userId, name, text } },
    actor: userId,
    inSameTransaction: (tx) =>
      writeAudit(
        tx,
        { userId, name },
        {
          at,
          action: 'order.note',
          target: auditTarget.order(order._id),
          about: String(order.userId),
          before: {},
          after: { note: text },
          reason: '',
        },
      ),
  })
}

/** The notes of admins on an order, oldest first. */
export const notesView = ({ notes }: Pick<OrderDoc, 'notes'>): OrderNote[] =>
  notes.map(({ at, by, name, text }) => ({ at: at.toISOString(), by, name, text }))
