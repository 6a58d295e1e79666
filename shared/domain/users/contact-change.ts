import { AppError } from '../../platform/app-error.ts'
import { nowAfter } from '../../platform/clock.ts'
import { inTransaction, isDuplicateKey } from '../../platform/mongo.ts'
import {
  endSessions,
  type IStaffSet,
  type IUser,
  type Link,
  nextValidFrom,
  spendContactLink,
  UserModel,
} from '../accounts/index.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { swapNames } from './swap-names.ts'

type ContactDeps = Pick<Deps, 'clock' | 'publisher'>

/**
 * What the owner says at the old address to a change of our team's: undone, the account is reached as before and all
 * sessions end; confirmed, nothing waits any more. The new address still has to be proved.
 * @throws AppError `link_corrupted`; `user_changed` where somebody else has the old address by now
 */
export async function answerContactChange(
  deps: ContactDeps,
  { answer, ...link }: Link & { answer: 'undo' | 'confirm' },
): Promise<void> {
  const now = deps.clock.now()
  try {
    const undone = await inTransaction(async (session) => {
      const email = await spendContactLink(session, link, now)
      const before = await UserModel.findById(link.id, null, { session }).lean<IUser | null>()
      if (before?.staffSet?.was.email !== email) throw corrupted()
      const { staffSet } = before
      if (answer === 'confirm') {
        await UserModel.updateOne({ _id: before._id }, { $unset: { 'staffSet.frozenUntil': 1 } }, { session })
        return undefined
      }
      return undo(session, { before: { ...before, staffSet }, now })
    })
    if (undone) await endSessions(undone, deps)
  } catch (error) {
    if (isDuplicateKey(error)) throw new AppError('user_changed', { cause: error })
    throw error
  }
}

type Session = Parameters<typeof spendContactLink>[0]

async function undo(
  session: Session,
  { before, now }: { before: IUser & { staffSet: IStaffSet }; now: Date },
): Promise<IUser> {
  const { _id, name, mobilenumber, email, staffSet } = before
  const change = {
    ...(staffSet.was.mobilenumber !== mobilenumber && { mobilenumber: staffSet.was.mobilenumber }),
    ...(staffSet.was.email !== email && { email: staffSet.was.email }),
  }
  await swapNames(session, before, change)
  const updatedAt = nowAfter(before.updatedAt, now)
  const after = await UserModel.findOneAndUpdate(
    { _id, updatedAt: before.updatedAt },
    {
      $set: { ...change, updatedAt, sessionsValidFrom: nextValidFrom(before, updatedAt) },
      $unset: { staffSet: 1 },
    },
    { session, returnDocument: 'after', timestamps: false },
  ).lean<IUser | null>()
  if (!after) throw new AppError('user_changed')
  await writeAudit(
    session,
    { userId: _id.toHexString(), name },
    {
      ...{ at: now, act: 'user.update', target: auditTarget.user(_id.toHexString()) },
      ...{ before: { mobilenumber, email }, after: change, why: 'Undone by the owner, at the old address' },
    },
  )
  return after
}

const corrupted = () => new AppError('link_corrupted', { details: { code: 1 } })
