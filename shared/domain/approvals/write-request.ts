import { type ClientSession, Types } from 'mongoose'
import type { OfficeRole } from '../../contracts/permissions.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import { AdminRequestModel, type IAdminRequest, type RefundAsked } from './request-model.ts'

type NewRequest = Pick<IAdminRequest, '_id' | 'kind' | 'amountPaise' | 'reason'> & {
  officeRole?: OfficeRole
  refund?: RefundAsked
  ownerChange?: NonNullable<IAdminRequest['ownerChange']>
  invited?: NonNullable<IAdminRequest['invited']>
  /** The `_id` of whom it is about, in hex. */
  userId: string
  at: Date
  /** The `_id` of a request that this one takes the place of. */
  insteadOf?: string | undefined
}

/**
 * Asks for what a second admin has to agree to, in the caller's transaction. That a refund was asked for is a decision
 * about its order and in the audit log as such; of the other kinds the row is written here.
 * @throws a duplicate-key error (see `isDuplicateKey`) when it was asked for before
 */
export async function writeRequest(session: ClientSession, admin: Author, asked: NewRequest): Promise<void> {
  const { _id, kind, amountPaise, officeRole, refund, invited, ownerChange, reason, userId, at } = asked
  const askedBy = { userId: admin.userId, name: admin.name }
  const request = {
    ...{ _id, kind, userId: new Types.ObjectId(userId), amountPaise, reason },
    ...{ officeRole: officeRole ?? null, refund: refund ?? null },
    ...(invited && { invited }),
    ...(ownerChange && { ownerChange }),
  }
  if (asked.insteadOf) {
    const answered = { ...askedBy, at, reason: 'Asked for anew' }
    await AdminRequestModel.updateOne(
      { _id: asked.insteadOf, state: 'waiting' },
      { $set: { state: 'withdrawn', answered } },
      { session },
    )
  }
  await AdminRequestModel.insertMany(
    [{ ...request, state: 'waiting', askedBy, askedAt: at, answered: null }],
    { session },
  )
  if (kind === 'refund') return
  await writeAudit(session, admin, {
    ...{ at, act: `${kind}.ask`, target: auditTarget.user(userId), reason: reason },
    ...factsOf(asked),
  })
}

function factsOf({ _id, kind, amountPaise, officeRole, invited, ownerChange }: NewRequest) {
  if (kind === 'balance') return { before: {}, after: { txnid: _id, amountPaise } }
  if (ownerChange) return { before: { ...ownerChange.previous }, after: { ...ownerChange.change } }
  return { before: {}, after: { ...invited, role: 'admin', officeRole: officeRole ?? 'owner' } }
}
