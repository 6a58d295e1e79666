import {
  checkTopUpPayment,
  confirmTopUp,
  type MovementDoc,
  MovementModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { documentJob } from '../job.ts'

export const checkTopUpPaymentHandler = documentJob(checkTopUpPayment, async (deps, { id, seq }) => {
  const movement = await MovementModel.findById(id).lean<MovementDoc | null>()
  if (movement?.due.payment.seq === seq && movement.due.payment.at) await confirmTopUp(deps, movement)
})
