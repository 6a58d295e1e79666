import {
  checkOrderPayment,
  confirmOrderPayment,
  type OrderDoc,
  OrderModel,
} from '@jhatpat/shared/domain/orders/index.ts'
import {
  checkTopUpPayment,
  confirmTopUp,
  type WalletTransactionDoc,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { documentJob } from '../jobs/job.ts'

export const checkOrderPaymentHandler = documentJob(checkOrderPayment, async (deps, { id, seq }) => {
  const order = await OrderModel.findById(id).lean<OrderDoc | null>()
  if (order?.due.payment.seq === seq && order.due.payment.at) await confirmOrderPayment(deps, order)
})

export const checkTopUpPaymentHandler = documentJob(checkTopUpPayment, async (deps, { id, seq }) => {
  const transaction = await WalletTransactionModel.findById(id).lean<WalletTransactionDoc | null>()
  if (transaction?.due.payment.seq === seq && transaction.due.payment.at)
    await confirmTopUp(deps, transaction)
})
