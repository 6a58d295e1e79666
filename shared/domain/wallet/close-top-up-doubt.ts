import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, ignoreDuplicate } from '../../platform/mongo.ts'
import { auditTarget } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import {
  auditClosing,
  closingPatch,
  type Doubt,
  type DoubtClosing,
  doubtToClose,
  type IPayment,
} from '../payments/index.ts'
import { writeTopUp } from './change-top-up.ts'
import { creditHeldPayment } from './credit-held-payment.ts'
import { type MovementDoc, MovementModel } from './movement-model.ts'

type CloseDeps = Pick<Deps, 'clock' | 'queues' | 'publisher'>

/**
 * A person's answer to a doubt about a top-up's payment. `credit` puts the held money into the wallet, once and as a
 * line of its own; the top-up itself goes on as if unpaid.
 * @returns paise credited
 * @throws not_found, discrepancy_resolved, discrepancy_without_money
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
    const { payment } = movement
    const done = await close(deps, movement, { payment, doubt, closing, at: deps.clock.now() })
    if (done) return closing.answer === 'credit' ? doubt.heldPaise : 0
  }
  throw new AppError('service_unavailable')
}

type Closing = { payment: IPayment; doubt: Doubt; closing: DoubtClosing; at: Date }

async function close(
  deps: CloseDeps,
  movement: MovementDoc,
  { payment, doubt, closing, at }: Closing,
): Promise<MovementDoc | undefined> {
  const change = { ...closingPatch(payment, closing, at), isVisible: true }
  const audit = (session: ClientSession) =>
    auditClosing(session, closing, { target: auditTarget.topUp(movement._id), doubt, at })
  if (closing.answer === 'not_money') {
    const written = await inTransaction(async (session) => {
      const one = await writeTopUp(deps, movement, { ...change, session })
      if (one) await audit(session)
      return one
    })
    return written?.publish()
  }
  const { gateway } = payment
  const credit = {
    ref: `${movement._id}/${doubt.id}`,
    amountPaise: doubt.heldPaise,
    gateway,
    orderid: '',
    at,
  }
  const done = await ignoreDuplicate(() =>
    inTransaction(async (session) => {
      const written = await writeTopUp(deps, movement, {
        ...change,
        due: { notify: at },
        session,
      })
      if (written) await audit(session)
      return written && { written, moved: await creditHeldPayment(session, movement, credit) }
    }),
  )
  return done?.written.publish(done.moved)
}
