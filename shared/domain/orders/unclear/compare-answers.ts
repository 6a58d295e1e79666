import type { Deps } from '../../deps.ts'
import type { BatchPurchase, IUnclearBatch } from '../../purchasing/index.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { withPaidPrice } from '../queries/paid-price.ts'
import { disproved } from '../rules/supplier-conflict.ts'
import { arrivalOf, explainBatch, isDisproved, keyOf } from './explain-batch.ts'
import { ordersOf } from './orders-of-batch.ts'

export type CompareDeps = PublishDeps & Pick<Deps, 'log'>

/**
 * Records a supplier conflict for each earlier answer about a purchase that the balance readings of its batch
 * disprove.
 * @param hasOtherConflict whether ended orders with an unknown unit have another conflict that says the same
 */
export async function compareAnswers(
  deps: CompareDeps,
  batch: IUnclearBatch,
  hasOtherConflict: boolean,
): Promise<void> {
  const orders = await ordersOf([batch])
  const explained = explainBatch(batch, () => undefined)
  if (explained.kind === 'nothing' || explained.count === 0) return
  for (const purchase of batch.unclear) {
    const arrived = arrivalOf(orders, purchase)
    const chance = explained.chances.get(keyOf(purchase))
    if (arrived === undefined || !chance || !isDisproved(chance, arrived)) continue
    if (hasOtherConflict && orders.get(purchase.orderId)?.units[purchase.index]?.state === 'unknown') continue
    await recordDisproved(deps, purchase, 'The readings of the balance show otherwise.')
  }
}

const maxRaces = 10

/**
 * Records the conflict of a disproved answer: the admin, the status that the customer was shown, and the
 * reason. Once for an attempt.
 */
export async function recordDisproved(
  deps: CompareDeps,
  { orderId, index, attempt }: Pick<BatchPurchase, 'orderId' | 'index' | 'attempt'>,
  reason: string,
): Promise<void> {
  for (let race = 0; race < maxRaces; race += 1) {
    const order = await readOrder(orderId)
    const unit = order?.units[index]
    if (!order || !unit) return
    const kind = 'answer_disproved'
    if (
      order.supplierConflicts.some(
        (conflict) => conflict.kind === kind && conflict.unit === unit.ref && conflict.attempt === attempt,
      )
    )
      return
    const message = `${answerText(order, unit.ref)} ${reason}`
    const conflict = disproved(await withPaidPrice(order), { ...unit, attempt, message }, deps.clock.now())
    const after = await changeOrder(deps, order, {
      guard: { revision: order.revision },
      set: { hasSupplierConflict: true },
      push: { supplierConflicts: conflict },
    })
    if (!after) continue
    deps.log.error({ orderId: orderId, ...conflict }, 'an answer about a purchase is disproved')
    return
  }
  throw new Error(`${orderId} changed each time a conflict was to be written`)
}

const answers: Record<string, string> = {
  delivered: 'it was delivered',
  retry_unit: 'it was not delivered, and sent it again',
  refund: 'it was not delivered, and refunded it',
  refund_partly: 'it was not delivered, and refunded its share',
  complete: 'it was delivered',
  cancel: 'it was not delivered, and cancelled it',
}

/** `Meera said that it was delivered. The customer was told: …` */
function answerText({ staffActions, status, reason }: OrderDoc, ref: string): string {
  const last = staffActions.findLast(({ action, unit }) => action in answers && (unit === ref || unit === ''))
  const text = last ? `${last.name} said that ${answers[last.action]}.` : 'Somebody has answered about it.'
  return status === 'Processing' || status === 'Created'
    ? text
    : `${text} The customer was told: ${status}${reason ? `, “${reason}”` : ''}.`
}
