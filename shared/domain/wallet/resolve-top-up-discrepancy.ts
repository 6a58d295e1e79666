import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { auditTarget } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import {
  auditResolution,
  type Discrepancy,
  type DiscrepancyResolution,
  type IPayment,
  openDiscrepancy,
  resolutionPatch,
} from '../payments/index.ts'
import { writeTopUp } from './change-top-up.ts'
import { creditReviewedPayment } from './credit-reviewed-payment.ts'
import { type WalletTransactionDoc, WalletTransactionModel } from './wallet-transaction-model.ts'

type ResolveDeps = Pick<Deps, 'clock' | 'queues' | 'publisher'>

/**
 * Resolves a discrepancy about a top-up's payment by an admin's decision. `credit` credits the money in review to the
 * wallet, once and as a transaction of its own; the top-up itself continues as unpaid.
 * @returns paise credited
 * @throws not_found, discrepancy_resolved, discrepancy_without_money
 */
export async function resolveTopUpDiscrepancy(
  deps: ResolveDeps,
  txnid: string,
  resolution: DiscrepancyResolution,
): Promise<number> {
  for (let race = 0; race < 10; race += 1) {
    const transaction = await WalletTransactionModel.findOne({
      _id: txnid,
      kind: 'topup',
    }).lean<WalletTransactionDoc | null>()
    if (!transaction?.payment) throw new AppError('not_found')
    const discrepancy = openDiscrepancy(transaction.payment, resolution)
    const { payment } = transaction
    const done = await resolve(deps, transaction, { payment, discrepancy, resolution, at: deps.clock.now() })
    if (done) return resolution.answer === 'credit' ? discrepancy.inReviewPaise : 0
  }
  throw new AppError('service_unavailable')
}

type ResolutionStep = {
  payment: IPayment
  discrepancy: Discrepancy
  resolution: DiscrepancyResolution
  at: Date
}

async function resolve(
  deps: ResolveDeps,
  transaction: WalletTransactionDoc,
  { payment, discrepancy, resolution, at }: ResolutionStep,
): Promise<WalletTransactionDoc | undefined> {
  const change = { ...resolutionPatch(payment, resolution, at), isVisible: true }
  const target = auditTarget.topUp(transaction._id)
  const about = String(transaction.userId)
  const audit = (tx: ClientSession) => auditResolution(tx, resolution, { target, about, discrepancy, at })
  if (resolution.answer === 'dismiss') {
    const written = await inTransaction(async (tx) => {
      const pending = await writeTopUp(deps, transaction, { ...change, tx })
      if (pending) await audit(tx)
      return pending
    })
    return written?.publish()
  }
  const { gateway } = payment
  const credit = {
    ref: `${transaction._id}/${discrepancy.id}`,
    amountPaise: discrepancy.inReviewPaise,
    gateway,
    orderid: '',
    at,
  }
  const done = await ignoreDuplicate(() =>
    inTransaction(async (tx) => {
      const written = await writeTopUp(deps, transaction, {
        ...change,
        due: { notify: at },
        tx,
      })
      if (written) await audit(tx)
      return written && { written, moved: await creditReviewedPayment(tx, transaction, credit) }
    }),
  )
  return done?.written.publish(done.moved)
}
