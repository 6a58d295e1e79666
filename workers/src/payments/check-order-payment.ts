import {
  checkOrderPayment,
  confirmOrderPayment,
  type OrderDoc,
  OrderModel,
} from '@jhatpat/shared/domain/orders/index.ts'
import { documentJob } from '../job.ts'

export const checkOrderPaymentHandler = documentJob(checkOrderPayment, async (deps, { id, seq }) => {
  const order = await OrderModel.findById(id).lean<OrderDoc | null>()
  if (order?.due.payment.seq === seq && order.due.payment.at) await confirmOrderPayment(deps, order)
})
