import type { DueWork } from '../../platform/due.ts'
import { checkOrderPayment, fulfilOrderJob, notifyOrderJob, OrderModel } from '../orders/index.ts'
import { checkTopUpPayment, MovementModel, notifyTopUp } from '../wallet/index.ts'

/** Every kind of work that a document can owe. A test holds it against the job handlers. */
export const dueWork: readonly DueWork[] = [
  { model: OrderModel, lane: 'due.payment', job: checkOrderPayment },
  { model: OrderModel, lane: 'due.fulfil', job: fulfilOrderJob },
  { model: OrderModel, lane: 'due.notify', job: notifyOrderJob },
  { model: MovementModel, lane: 'due.payment', job: checkTopUpPayment },
  { model: MovementModel, lane: 'due.notify', job: notifyTopUp },
]
