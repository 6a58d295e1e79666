import type { ClientSession } from 'mongoose'
import type { DayException } from '../../contracts/reconciliation.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Caller } from '../accounts/index.ts'
import { writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { OrderModel } from '../orders/index.ts'
import { WalletTransactionModel } from '../wallet/index.ts'
import { type IReconciliationException, ReconciliationExceptionModel } from './reconciliation-model.ts'
import { exceptionView } from './view-day.ts'

type ExceptionResolution = { id: string; state: 'explained' | 'resolved'; note: string }

/**
 * Resolves an exception with a note. It stays on its day, and nothing is posted.
 * @throws AppError `not_found`, or `exception_resolved` when it was resolved differently before
 */
export async function resolveException(
  { clock }: Pick<Deps, 'clock'>,
  { userId, name }: Pick<Caller, 'userId' | 'name'>,
  { id, state, note }: ExceptionResolution,
): Promise<DayException> {
  const at = clock.now()
  const closed = await inTransaction(async (tx) => {
    const after = await ReconciliationExceptionModel.findOneAndUpdate(
      { _id: id, state: 'open' },
      { $set: { state, closed: { at, by: userId, name, note } } },
      { session: tx, returnDocument: 'after' },
    ).lean<IReconciliationException | null>()
    if (!after) return undefined
    const about = await customerOf(tx, after)
    await writeAudit(
      tx,
      { userId, name },
      {
        at,
        action: state === 'explained' ? 'exception.explain' : 'exception.resolve',
        target: `exception:${id}`,
        ...(about && { about }),
        reason: note,
        before: { state: 'open' },
        after: { state },
      },
    )
    return after
  })
  if (closed) return exceptionView(closed)
  const existing = await ReconciliationExceptionModel.findById(id).lean<IReconciliationException | null>()
  if (!existing) throw new AppError('not_found')
  // A retry after a lost reply.
  const isSame = existing.state === state && existing.closed?.by === userId && existing.closed.note === note
  if (!isSame) throw new AppError('exception_resolved')
  return exceptionView(existing)
}

/** The customer of the order or top-up, since the note may describe a person. */
async function customerOf(
  tx: ClientSession,
  { of, ref }: Pick<IReconciliationException, 'of' | 'ref'>,
): Promise<string | undefined> {
  const options = { session: tx }
  const order = of === 'order' && (await OrderModel.findById(ref, { userId: 1 }, options).lean())
  if (order) return String(order.userId)
  const topUp = of === 'topup' && (await WalletTransactionModel.findById(ref, { userId: 1 }, options).lean())
  return topUp ? String(topUp.userId) : undefined
}
