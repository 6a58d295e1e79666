import type { Deps } from '../../deps.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { unchangedSinceRead } from '../change/staff-action.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isAtSupplier } from '../rules/open-units.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'

const maxRaces = 10

/**
 * Stops an order that breaks a rule and records the rule as a supplier conflict for an admin. No purchase is
 * due any more; units with a pending result at a supplier are still polled. Each message is recorded once.
 * @returns whether it was recorded by this call
 */
export async function holdViolation(
  deps: PublishDeps & Pick<Deps, 'clock'>,
  { orderid, message }: { orderid: string; message: string },
): Promise<boolean> {
  for (let race = 0; race < maxRaces; race += 1) {
    const order = await readOrder(orderid)
    if (!order || isRecorded(order, message)) return false
    const at = deps.clock.now()
    const isOpen = order.status === 'Processing'
    const isAtAnySupplier = order.units.some(isAtSupplier)
    const written = await changeOrder(deps, order, {
      guard: unchangedSinceRead(order),
      set: {
        hasSupplierConflict: true,
        ...(isOpen && {
          pendingReason: pendingReasonOf('task_failed', { since: at, detail: message.slice(0, 300) }),
        }),
      },
      push: {
        supplierConflicts: {
          kind: 'check_failed',
          at,
          unit: orderid,
          attempt: 0,
          supplierOrderId: '',
          amountPaise: order.pricePaise,
          supplierMessage: message.slice(0, 300),
          closedAt: null,
        },
      },
      ...(isOpen && !isAtAnySupplier && { due: { fulfil: null } }),
    })
    if (written) return true
  }
  throw new Error(`${orderid} changed each time a broken rule was to be written`)
}

const isRecorded = ({ supplierConflicts }: OrderDoc, message: string): boolean =>
  supplierConflicts.some(
    (one) => one.kind === 'check_failed' && one.supplierMessage === message.slice(0, 300),
  )
