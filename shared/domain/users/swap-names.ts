import type { ClientSession } from 'mongoose'
import { releaseNames, takeNames } from '../../platform/names.ts'
import { type IUser, mobileNames, userNames } from '../accounts/index.ts'

/** Reserves the new e-mail address and number for the user, and releases the previous ones. */
export async function swapNames(
  session: ClientSession,
  before: IUser,
  change: Partial<Pick<IUser, 'email' | 'mobilenumber'>>,
): Promise<void> {
  if (change.email === undefined && change.mobilenumber === undefined) return
  const owner = before._id.toHexString()
  const namesOf = ({ email, mobilenumber }: Pick<IUser, 'email' | 'mobilenumber'>) => [
    ...(change.email === undefined ? [] : [userNames.email(email)]),
    ...(change.mobilenumber === undefined ? [] : mobileNames(mobilenumber)),
  ]
  await takeNames(session, owner, namesOf({ ...before, ...change }))
  await releaseNames(session, owner, namesOf(before))
}
