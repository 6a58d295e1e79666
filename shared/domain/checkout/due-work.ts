import type { DueWork } from '../../platform/due.ts'
import type { JobDefinition } from '../../platform/queues.ts'
import {
  checkOrderPayment,
  fulfilOrderJob,
  fulfilOrderName,
  notifyOrderJob,
  OrderModel,
} from '../orders/index.ts'
import { checkTopUpPayment, MovementModel, notifyTopUp } from '../wallet/index.ts'

const one = (job: JobDefinition) => ({ name: job.name, jobFor: () => job })

/** Every kind of work that a document can owe. A test holds it against the job handlers. */
export const dueWork: readonly DueWork[] = [
  { model: OrderModel, lane: 'due.payment', ...one(checkOrderPayment) },
  {
    model: OrderModel,
    lane: 'due.fulfil',
    name: fulfilOrderName,
    jobFor: fulfilOrderJob,
    needs: ['item.apiType'],
  },
  { model: OrderModel, lane: 'due.notify', ...one(notifyOrderJob) },
  { model: MovementModel, lane: 'due.payment', ...one(checkTopUpPayment) },
  { model: MovementModel, lane: 'due.notify', ...one(notifyTopUp) },
]
