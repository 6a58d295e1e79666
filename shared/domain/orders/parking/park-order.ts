import { holderOf, type IIncident, openIncidents, readIncident } from '../../incidents/index.ts'
import { attentionOf } from '../change/attention.ts'
import { changeOrder, putOffWork } from '../change/change-order.ts'
import type { Edit } from '../change/edit-order.ts'
import type { TellDeps } from '../change/tell-order.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { letOrderOut } from './let-order-out.ts'

/**
 * Parks an order whose next pack may not be bought now: it is kept in the document, and nothing is due until it is let
 * out. Only who is about to send asks this; what is sent already is found out as ever.
 * @returns `continue` when it may be bought, `parked` when not, `moved` when it is not any more as it was read
 */
export async function parkIfHeld(deps: TellDeps, order: OrderDoc): Promise<'continue' | 'parked' | 'moved'> {
  const holder = holderOf(order, await openIncidents())
  if (!holder) return 'continue'
  return (await parkFor(deps, order, holder)) ? 'parked' : 'moved'
}

/**
 * Parks an order for an incident that was open when it was read. Whoever stood still since then may be too late for all
 * who look for strays, and lets the order out again.
 * @returns whether the order was still as it was read
 */
export async function parkFor(
  deps: TellDeps,
  order: OrderDoc,
  { _id: incident }: Pick<IIncident, '_id'>,
): Promise<boolean> {
  const guard = { status: 'Processing' as const, 'due.fulfil.seq': order.due.fulfil.seq }
  const due = { fulfil: null }
  const isParked = order.parked?.incident === incident && !order.parked.outAt
  const isDone = isParked
    ? (await putOffWork(deps, order, { guard, due })) !== undefined
    : await parkAnew(deps, order, { incident, guard, due })
  if (isDone) await letOutIfOver(deps, order, incident)
  return isDone
}

async function parkAnew(
  deps: TellDeps,
  order: OrderDoc,
  { incident, ...how }: Pick<Edit, 'guard' | 'due'> & { incident: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const parked = await changeOrder(deps, order, {
    ...how,
    set: {
      parked: { incident, at: now, outAt: null },
      attention: attentionOf('parked', { since: order.processingAt ?? now, detail: incident }),
    },
  })
  return parked !== undefined
}

async function letOutIfOver(deps: TellDeps, { _id }: OrderDoc, incident: string): Promise<void> {
  const known = await readIncident(incident)
  if (known?.state !== 'ended') return
  for (;;) {
    const order = await OrderModel.findById(_id).lean<OrderDoc | null>()
    const waits = order?.status === 'Processing' && order.parked?.incident === incident
    // Whoever changes it in between, a note is enough, has not let it out.
    if (!waits || order.parked?.outAt || (await letOrderOut(deps, order, known))) return
  }
}
