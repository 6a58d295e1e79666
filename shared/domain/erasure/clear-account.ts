import type { ClientSession, mongo } from 'mongoose'
import { monotonicNow } from '../../platform/clock.ts'
import { type IUser, mobileKeys, nextValidFrom, uniqueKeys } from '../accounts/index.ts'
import { destroyPersonKey } from '../audit/index.ts'
import { erasedValues } from '../person-data/index.ts'
import { batchesOf, idsOf, type Stored } from './documents.ts'
import type { Person } from './person.ts'

/**
 * Clears the account itself in the caller's transaction, and frees its address, number and hosted identities for
 * another account; what the audit log has of the person is unreadable from then on. Its `userid` stays reserved: old orders show it. The address is not known any more afterwards, so
 * that everything found by it has to be cleared before.
 */
export async function clearAccount(tx: ClientSession, person: Person, now: Date): Promise<void> {
  const { db, userId, id, emails, mobiles } = person
  const users = db.collection<IUser>('users')
  const user = await users.findOne({ _id: userId }, { session: tx })
  if (!user) return
  const closed = {
    erasedAt: user.erasedAt ?? now,
    isBlocked: true,
    sessionsValidFrom: nextValidFrom(user, now),
    updatedAt: monotonicNow(user.updatedAt, now),
  }
  const { contactChange: _previous, ...fields } = user
  await users.updateOne(
    { _id: userId },
    { $set: { ...erasedValues('users', fields), ...closed }, $unset: { contactChange: 1 } } as never,
    { session: tx },
  )
  const names = db.collection<Stored>('unique_names')
  const keys = [
    ...emails.map(uniqueKeys.email),
    ...mobiles.flatMap(mobileKeys),
    ...(await hostedKeys(db, id)),
  ]
  await names.deleteMany({ _id: { $in: keys }, owner: id }, { session: tx })
  await destroyPersonKey(tx, db, { userId: id, now })
}

/** Only accounts of the hosted sign-in have one. */
async function hostedKeys(db: mongo.Db, owner: string): Promise<string[]> {
  const keys: string[] = []
  const ofHosted = { _id: { $gte: uniqueKeys.hosted(''), $lt: 'user.hosted;' }, owner }
  for await (const found of batchesOf(db.collection<Stored>('unique_names'), ofHosted, { _id: 1 }))
    keys.push(...idsOf(found).map(String))
  return keys
}
