import { AppError } from '../../platform/app-error.ts'
import { monotonicNow } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/mongo.ts'
import {
  consumeContactToken,
  type IContactChange,
  type IUser,
  type Link,
  nextValidFrom,
  publishRevoked,
  UserModel,
} from '../accounts/index.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import { swapNames } from '../customers/index.ts'
import type { Deps } from '../deps.ts'

type ContactDeps = Pick<Deps, 'clock' | 'publisher'>

/**
 * Undoes or confirms a staff member's contact change, by the link at the previous address. Undoing restores the previous
 * contacts and revokes all sessions. Confirming ends the freeze; the new contact still has to be verified.
 * @throws AppError `link_corrupted`; `user_changed` when another account uses the previous contact now
 */
export async function resolveContactChange(
  deps: ContactDeps,
  { answer, ...link }: Link & { answer: 'undo' | 'confirm' },
): Promise<void> {
  const now = deps.clock.now()
  try {
    const undone = await inTransaction(async (tx) => {
      const email = await consumeContactToken(tx, link, now)
      const before = await UserModel.findById(link.id, null, { session: tx }).lean<IUser | null>()
      if (before?.contactChange?.previous.email !== email) throw corrupted()
      const { contactChange } = before
      if (answer === 'confirm') {
        await UserModel.updateOne(
          { _id: before._id },
          { $unset: { 'contactChange.frozenUntil': 1 } },
          { session: tx },
        )
        return undefined
      }
      return undo(tx, { before: { ...before, contactChange }, now })
    })
    if (undone) await publishRevoked(undone, deps)
  } catch (error) {
    const isTaken = error instanceof AppError && ['email_taken', 'mobile_taken'].includes(error.code)
    throw isTaken ? new AppError('user_changed', { cause: error }) : error
  }
}

type Session = Parameters<typeof consumeContactToken>[0]

async function undo(
  tx: Session,
  { before, now }: { before: IUser & { contactChange: IContactChange }; now: Date },
): Promise<IUser> {
  const { _id, name, mobilenumber, email, contactChange } = before
  const change = {
    ...(contactChange.previous.mobilenumber !== mobilenumber && {
      mobilenumber: contactChange.previous.mobilenumber,
    }),
    ...(contactChange.previous.email !== email && { email: contactChange.previous.email }),
  }
  await swapNames(tx, before, change)
  const updatedAt = monotonicNow(before.updatedAt, now)
  const after = await UserModel.findOneAndUpdate(
    { _id, updatedAt: before.updatedAt },
    {
      $set: { ...change, updatedAt, sessionsValidFrom: nextValidFrom(before, updatedAt) },
      $unset: { contactChange: 1 },
    },
    { session: tx, returnDocument: 'after', timestamps: false },
  ).lean<IUser | null>()
  if (!after) throw new AppError('user_changed')
  await writeAudit(
    tx,
    { userId: _id.toHexString(), name },
    {
      at: now,
      action: 'user.update',
      target: auditTarget.user(_id.toHexString()),
      before: { mobilenumber, email },
      after: change,
      reason: 'Undone by the owner, at the previous address',
    },
  )
  return after
}

const corrupted = () => new AppError('link_corrupted', { details: { code: 1 } })
