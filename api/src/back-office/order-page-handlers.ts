import * as calls from '@jhatpat/shared/contracts/order-details.ts'
import { orderRecord, orderDetails } from '@jhatpat/shared/domain/back-office/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { addNote, boardViewFor, findOrder, notesView } from '@jhatpat/shared/domain/orders/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountOrderDetails(mount: Mount, deps: Deps): void {
  mount(calls.orderDetails, ({ caller, params: { id } }) => orderDetails(deps, caller, id))
  mount(calls.orderNotes, async ({ caller, params: { id } }) => ({
    notes: notesView(await findOrder(id, caller)),
  }))
  mount(calls.addNote, async ({ caller, params, body: { text }, reference }) => {
    const order = await addNote(deps, caller, { id: reference('ON'), orderid: params.id, text })
    return boardViewFor(caller, order, deps.clock.now())
  })
  mount(calls.orderRecord, ({ caller, params: { id } }) => orderRecord(deps, caller, id))
}
