import { needsAction } from '../../../contracts/needs-action.ts'
import type { Caller } from '../../accounts/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { assignmentEdit } from './claim-order.ts'
import { nextUnassigned } from './next-free.ts'

/** So many are looked at in one go: more admins than that seldom ask in the same moment. */
const atOnce = 20

/**
 * Claims the order that is to be dealt with next (`byTurn`) of those that need a person and that nobody has, the caller
 * included: who asks again gets another one. Admins who ask at once get different orders.
 * @returns null where nothing is left
 */
export async function takeNext(deps: PublishDeps, admin: Caller): Promise<OrderDoc | null> {
  const passed: string[] = []
  for (;;) {
    const ids = await nextUnassigned({ now: deps.clock.now(), limit: atOnce, passed })
    if (ids.length === 0) return null
    for (const id of ids) {
      const taken = await takeFree(deps, admin, id)
      if (taken) return taken
    }
    passed.push(...ids)
  }
}

/** Claims an order for as long as it is free, however often it changes meanwhile. */
async function takeFree(deps: PublishDeps, admin: Caller, id: string): Promise<OrderDoc | undefined> {
  for (;;) {
    const now = deps.clock.now()
    const order = await OrderModel.findById(id).lean<OrderDoc | null>()
    if (!order || !isFree(order, now)) return undefined
    const taken = await changeOrder(deps, order, assignmentEdit(order, admin, { action: 'assign', now }))
    if (taken) return taken
  }
}

function isFree(
  { status, assignee, pendingCompletion, pendingReason, processingAt, createdAt }: OrderDoc,
  now: Date,
): boolean {
  const waiting = {
    needsAction: pendingReason?.needsAction === true,
    processingSince: (processingAt ?? createdAt).toISOString(),
  }
  const isHeld = Boolean(pendingCompletion) || (assignee !== null && assignee.until > now)
  return status === 'Processing' && !isHeld && needsAction(waiting, now.getTime())
}
