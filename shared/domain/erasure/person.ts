import { type mongo, Types } from 'mongoose'
import { erasedText } from '../../contracts/erased-text.ts'
import type { IUser } from '../accounts/index.ts'

/** Whose values are cleared. The database is a parameter, because a restored copy is not the connection's own. */
export type Person = {
  db: mongo.Db
  userId: Types.ObjectId
  /** `userId` in hex. */
  id: string
  emails: readonly string[]
  mobiles: readonly string[]
}

type Contacts = Pick<IUser, 'email' | 'mobilenumber' | 'contactChange'>

/** Undefined when the account does not exist. */
export async function readPerson(db: mongo.Db, id: string): Promise<Person | undefined> {
  const userId = new Types.ObjectId(id)
  const user = await db.collection<Contacts>('users').findOne({ _id: userId })
  if (!user) return undefined
  const { email, mobilenumber, contactChange } = user
  const previous = contactChange?.previous
  return {
    db,
    userId,
    id,
    emails: known([email, previous?.email]),
    mobiles: known([mobilenumber, previous?.mobilenumber]),
  }
}

/** Without those that were cleared before. */
export const known = (values: readonly unknown[]): string[] => [
  ...new Set(
    values.filter(
      (value): value is string => typeof value === 'string' && value !== '' && value !== erasedText,
    ),
  ),
]
