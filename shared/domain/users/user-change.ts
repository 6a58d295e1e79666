import { type OfficeRole, officeRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { type IUser, isProved, normalEmail } from '../accounts/index.ts'

/** What admins may change of a user. */
export type EditableUser = Pick<
  IUser,
  'name' | 'mobilenumber' | 'email' | 'role' | 'verified' | 'isBlocked'
> & {
  officeRole?: OfficeRole
}

/** `officeRole` left out, it stays, and who becomes an admin is an owner. */
export type UserForm = Omit<EditableUser, 'officeRole'> & { officeRole?: OfficeRole | undefined }

const fields = ['name', 'mobilenumber', 'email', 'role', 'verified', 'isBlocked'] as const

/** What of an edit differs from what is there. */
export function changeOf(before: EditableUser, edit: UserForm): Partial<EditableUser> {
  const wanted = { ...edit, email: normalEmail(edit.email) }
  const changed = Object.fromEntries(
    fields.filter((name) => wanted[name] !== before[name]).map((name) => [name, wanted[name]]),
  )
  const office = officeRoleOf({ role: edit.role, officeRole: edit.officeRole ?? officeRoleOf(before) })
  // Who is no admin any more has none, without a word.
  return office && office !== officeRoleOf(before) ? { ...changed, officeRole: office } : changed
}

/** Of what changes, how it was. */
export function partOf(user: EditableUser, change: Partial<EditableUser>): Partial<EditableUser> {
  const part = Object.fromEntries(fields.filter((name) => name in change).map((name) => [name, user[name]]))
  const officeRole = officeRoleOf(user)
  const isTold = officeRole && ('officeRole' in change || 'role' in change)
  return isTold ? { ...part, officeRole } : part
}

/** Whether an owner could not act as one any more. */
export function endsOwner(before: EditableUser, change: Partial<EditableUser>): boolean {
  const after = { ...before, ...change }
  return isAbleOwner(before) && !isAbleOwner(after)
}

export const isAbleOwner = (user: EditableUser) => officeRoleOf(user) === 'owner' && isAble(user)

const isAble = ({ verified, isBlocked }: Pick<EditableUser, 'verified' | 'isBlocked'>) =>
  verified && !isBlocked

/**
 * Pure. Since when an account can act in its office role, and until when it was an owner, as a change leaves it.
 * @returns only what the change moves
 */
export function officeTimes(
  before: EditableUser,
  change: Partial<EditableUser>,
  now: Date,
): Partial<Pick<IUser, 'officeSince' | 'ownerUntil'>> {
  const after = { ...before, ...change }
  const gains = officeRoleOf(after) !== officeRoleOf(before) || (isAble(after) && !isAble(before))
  return {
    ...(officeRoleOf(after) && gains && { officeSince: now }),
    ...(isAbleOwner(before) && !isAbleOwner(after) && { ownerUntil: now }),
  }
}

/**
 * What an admin needs for an edit beside what its call needs: whoever changes the address of an admin, or of who may
 * be one once a request is agreed to, could become them.
 */
export function neededFor(
  before: EditableUser & { isAskedFor: boolean },
  change: Partial<EditableUser>,
): 'team' | 'customers.role' | undefined {
  if (before.isAskedFor || before.role === 'admin' || change.role === 'admin') return 'team'
  return change.role === undefined ? undefined : 'customers.role'
}

/**
 * Whoever signed up with an address that nobody has proved may be somebody else than its owner: their password must not
 * open the back office.
 * @throws AppError email_unproved where they would become an admin, or an owner
 */
export function requireProved(
  before: EditableUser & Pick<IUser, 'isVouched'>,
  change: Partial<EditableUser>,
): void {
  const after = { ...before, ...change }
  const isNew = after.role === 'admin' && before.role !== 'admin'
  const gains = isNew || (officeRoleOf(after) === 'owner' && officeRoleOf(before) !== 'owner')
  // Who gives a role may choose the team: what they say of the address in the same edit is proof.
  const isEnough = isProved(saysProved(change) ? { verified: after.verified } : after)
  if (gains && !isEnough) throw new AppError('email_unproved', { field: 'role' })
}

/** A new admin loses an unverified number: a staff member could have set it to sign in as that admin. */
export function withoutUnproved(
  before: Pick<IUser, 'role' | 'contactChange'>,
  change: Partial<EditableUser>,
): Partial<EditableUser> {
  const isNew = change.role === 'admin' && before.role !== 'admin'
  return isNew && (before.contactChange?.mobile || change.mobilenumber)
    ? { ...change, mobilenumber: '' }
    : change
}

/** Whether an edit changes where the account's links and codes go. */
export const isReachedElsewhere = ({ email, mobilenumber }: Partial<EditableUser>): boolean =>
  email !== undefined || mobilenumber !== undefined

/** Whether an edit says whose the address is. */
export const saysProved = ({ email, verified }: Partial<EditableUser>): boolean =>
  email !== undefined || verified === true

/** Whether whoever is signed in under the old facts must not stay so. */
export function endsSessions(change: Partial<EditableUser>): boolean {
  const { role, officeRole, isBlocked, verified, email, mobilenumber } = change
  const isOther = [role, officeRole, email, mobilenumber].some((value) => value !== undefined)
  return isOther || isBlocked === true || verified === false
}

/** @throws AppError own_account when owners would shut themselves out */
export function refuseOwnEnd(before: EditableUser, change: Partial<EditableUser>): void {
  const lost = endsOwner(before, change)
  const field = (['role', 'officeRole', 'verified', 'isBlocked'] as const).find((name) => name in change)
  if (lost) throw new AppError('own_account', field ? { field } : {})
}
