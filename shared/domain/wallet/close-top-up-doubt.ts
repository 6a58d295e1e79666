import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { closingPatch, type Doubt, type DoubtClosing, doubtToClose } from '../payments/index.ts'
import { announceTopUp, announceWallets } from './announce.ts'
import { creditHeldPayment } from './credit-held-payment.ts'
import { checkTopUpPayment } from './jobs.ts'
import { type MovementDoc, MovementModel } from './movement-model.ts'
import type { MovedWallets } from './post-entries.ts'

type CloseDeps = Pick<Deps, 'clock' | 'queues' | 'publisher'>

/**
 * A person's answer to a doubt about a top-up's payment. `credit` puts the held money into the wallet, once and as a
 * line of its own; the top-up itself goes on as if unpaid.
 * @returns paise credited
 * @throws not_found, doubt_closed, doubt_holds_nothing
 */
export async function closeTopUpDoubt(
  deps: CloseDeps,
  txnid: string,
  closing: DoubtClosing,
): Promise<number> {
  for (let race = 0; race < 10; race += 1) {
    const movement = await MovementModel.findOne({ _id: txnid, kind: 'topup' }).lean<MovementDoc | null>()
    if (!movement?.payment) throw new AppError('not_found')
    const doubt = doubtToClose(movement.payment, closing)
    const done = await close(movement, { doubt, closing, at: deps.clock.now() })
    if (!done) continue
    const { payment } = done.after.due
    if (payment.at) {
      await deps.queues.enqueue(checkTopUpPayment, done.after._id, {
        at: payment.at,
        seq: payment.seq,
      })
    }
    announceTopUp(deps, done.after)
    if (done.moved) announceWallets(deps, done.moved)
    return done.moved ? doubt.heldPaise : 0
  }
  throw new AppError('service_unavailable')
}

type Closing = { doubt: Doubt; closing: DoubtClosing; at: Date }
type Closed = { after: MovementDoc; moved: MovedWallets | undefined }

async function close(movement: MovementDoc, step: Closing): Promise<Closed | undefined> {
  const { doubt, closing, at } = step
  if (closing.answer === 'not_money') {
    const after = await write(movement, step)
    return after && { after, moved: undefined }
  }
  const ref = `${movement._id}/${doubt.id}`
  const credit = {
    ref,
    amountPaise: doubt.heldPaise,
    gateway: movement.payment?.gateway ?? '',
    orderid: '',
    at,
  }
  try {
    return await inTransaction(async (session) => {
      const after = await write(movement, step, session)
      return after && { after, moved: await creditHeldPayment(session, movement, credit) }
    })
  } catch (error) {
    if (isDuplicateKey(error)) return undefined
    throw error
  }
}

async function write(
  movement: MovementDoc,
  { closing, at }: Closing,
  session?: ClientSession,
): Promise<MovementDoc | undefined> {
  if (!movement.payment) return undefined
  const patch = closingPatch(movement.payment, closing, at)
  const after = await MovementModel.findOneAndUpdate(
    { _id: movement._id, version: movement.version, ...patch.guard },
    { $set: patch.set, $inc: { ...patch.inc, revision: 1 } },
    { returnDocument: 'after', ...(session ? { session } : {}) },
  ).lean<MovementDoc | null>()
  return after ?? undefined
}
