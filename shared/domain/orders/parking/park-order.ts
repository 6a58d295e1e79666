import { holderOf, type IIncident, openIncidents } from '../../incidents/index.ts'
import { attentionOf } from '../change/attention.ts'
import { changeOrder, putOffWork } from '../change/change-order.ts'
import type { TellDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'

/**
 * Parks an order whose next pack may not be bought now: it is kept in the document, and nothing is due until it is let
 * out. Only who is about to send asks this; what is sent already is found out as ever.
 * @returns `go_on` when it may be bought, `parked` when not, `moved` when it is not any more as it was read
 */
export async function parkIfHeld(deps: TellDeps, order: OrderDoc): Promise<'go_on' | 'parked' | 'moved'> {
  const holder = holderOf(order, await openIncidents())
  if (!holder) return 'go_on'
  return (await park(deps, order, holder)) ? 'parked' : 'moved'
}

async function park(deps: TellDeps, order: OrderDoc, { _id: incident }: IIncident): Promise<boolean> {
  const guard = { status: 'Processing' as const, 'due.fulfil.seq': order.due.fulfil.seq }
  const due = { fulfil: null }
  if (order.parked?.incident === incident && !order.parked.outAt) {
    return putOffWork(deps, order, { guard, due })
  }
  const now = deps.clock.now()
  const parked = await changeOrder(deps, order, {
    guard,
    set: {
      parked: { incident, at: now, outAt: null },
      attention: attentionOf('parked', { since: order.processingAt ?? now, detail: incident }),
    },
    due,
  })
  return parked !== undefined
}
