import { AppError } from '../../platform/app-error.ts'
import { type IUser, normalEmail } from '../accounts/index.ts'

/** What admins may change of a user. */
export type EditableUser = Pick<IUser, 'name' | 'mobilenumber' | 'email' | 'role' | 'verified' | 'isBlocked'>

const fields = ['name', 'mobilenumber', 'email', 'role', 'verified', 'isBlocked'] as const

/** What of an edit differs from what is there. */
export function changeOf(before: EditableUser, edit: EditableUser): Partial<EditableUser> {
  const wanted = { ...edit, email: normalEmail(edit.email) }
  return Object.fromEntries(
    fields.filter((name) => wanted[name] !== before[name]).map((name) => [name, wanted[name]]),
  )
}

/** Of what changes, how it was. */
export function partOf(user: EditableUser, change: Partial<EditableUser>): Partial<EditableUser> {
  return Object.fromEntries(fields.filter((name) => name in change).map((name) => [name, user[name]]))
}

/** Whether somebody who may administer could not do so any more. */
export function endsAdmin(before: EditableUser, change: Partial<EditableUser>): boolean {
  const after = { ...before, ...change }
  return isAbleAdmin(before) && !isAbleAdmin(after)
}

export const isAbleAdmin = ({ role, verified, isBlocked }: EditableUser) =>
  role === 'admin' && verified && !isBlocked

/** Whether whoever is signed in under the old facts must not stay so. */
export function endsSessions({ role, isBlocked, verified, email }: Partial<EditableUser>): boolean {
  return role !== undefined || email !== undefined || isBlocked === true || verified === false
}

/** @throws AppError own_account when admins would shut themselves out */
export function refuseOwnEnd(before: EditableUser, change: Partial<EditableUser>): void {
  const lost = endsAdmin(before, change)
  const field = fields.find((name) => name in change && ['role', 'verified', 'isBlocked'].includes(name))
  if (lost) throw new AppError('own_account', field ? { field } : {})
}
