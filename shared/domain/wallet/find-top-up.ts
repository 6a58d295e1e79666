import { mayAlone, type Officer } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { type MovementDoc, MovementModel } from './movement-model.ts'

/**
 * A top-up by its `client_txn_id`, if it is this person's (or the caller may see customers).
 * @throws not_found
 */
export async function findTopUp(txnid: string, caller: Officer & { userId: string }): Promise<MovementDoc> {
  const movement = await MovementModel.findOne({ _id: txnid, kind: 'topup' }).lean<MovementDoc | null>()
  if (!movement || (String(movement.userId) !== caller.userId && !mayAlone(caller, 'customers.view')))
    throw new AppError('not_found')
  return movement
}
