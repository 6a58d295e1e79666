import { type StaffRole, staffRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { type IUser, isVerified, normalEmail } from '../accounts/index.ts'

/** What admins may change of a user. */
export type EditableUser = Pick<
  IUser,
  'name' | 'mobilenumber' | 'email' | 'role' | 'verified' | 'isBlocked'
> & {
  staffRole?: StaffRole
}

/** `staffRole` left out, it stays, and who becomes an admin is an owner. */
export type UserForm = Omit<EditableUser, 'staffRole'> & { staffRole?: StaffRole | undefined }

const fields = ['name', 'mobilenumber', 'email', 'role', 'verified', 'isBlocked'] as const

/** What of an edit differs from what is there. */
export function changedFields(before: EditableUser, edit: UserForm): Partial<EditableUser> {
  const wanted = { ...edit, email: normalEmail(edit.email) }
  const changed = Object.fromEntries(
    fields.filter((name) => wanted[name] !== before[name]).map((name) => [name, wanted[name]]),
  )
  const office = staffRoleOf({ role: edit.role, staffRole: edit.staffRole ?? staffRoleOf(before) })
  // Who is no admin any more has none, without a word.
  return office && office !== staffRoleOf(before) ? { ...changed, staffRole: office } : changed
}

/** Of what changes, how it was. */
export function previousValues(user: EditableUser, change: Partial<EditableUser>): Partial<EditableUser> {
  const part = Object.fromEntries(fields.filter((name) => name in change).map((name) => [name, user[name]]))
  const staffRole = staffRoleOf(user)
  const isTold = staffRole && ('staffRole' in change || 'role' in change)
  return isTold ? { ...part, staffRole } : part
}

/** Whether an owner could not action as one any more. */
export function removesOwner(before: EditableUser, change: Partial<EditableUser>): boolean {
  const after = { ...before, ...change }
  return isActiveOwner(before) && !isActiveOwner(after)
}

export const isActiveOwner = (user: EditableUser) => staffRoleOf(user) === 'owner' && isAble(user)

const isAble = ({ verified, isBlocked }: Pick<EditableUser, 'verified' | 'isBlocked'>) =>
  verified && !isBlocked

/**
 * Pure. Since when an account can action in its office role, and until when it was an owner, as a change leaves it.
 * @returns only what the change moves
 */
export function staffRoleTimes(
  before: EditableUser,
  change: Partial<EditableUser>,
  now: Date,
): Partial<Pick<IUser, 'officeSince' | 'ownerUntil'>> {
  const after = { ...before, ...change }
  const gains = staffRoleOf(after) !== staffRoleOf(before) || (isAble(after) && !isAble(before))
  return {
    ...(staffRoleOf(after) && gains && { officeSince: now }),
    ...(isActiveOwner(before) && !isActiveOwner(after) && { ownerUntil: now }),
  }
}

/**
 * What an admin needs for an edit beside what its call needs: whoever changes the address of an admin, or of who may
 * be one once a request is agreed to, could become them.
 */
export function requiredPermissions(
  before: EditableUser & { isAskedFor: boolean },
  change: Partial<EditableUser>,
): 'staff.manage' | 'customers.change_role' | undefined {
  if (before.isAskedFor || before.role === 'admin' || change.role === 'admin') return 'staff.manage'
  return change.role === undefined ? undefined : 'customers.change_role'
}

/**
 * Whoever signed up with an address that nobody has proved may be somebody else than its owner: their password must not
 * open the back office.
 * @throws AppError verified_email_required where they would become an admin, or an owner
 */
export function requireVerified(
  before: EditableUser & Pick<IUser, 'isVerifiedByStaff'>,
  change: Partial<EditableUser>,
): void {
  const after = { ...before, ...change }
  const isNew = after.role === 'admin' && before.role !== 'admin'
  const gains = isNew || (staffRoleOf(after) === 'owner' && staffRoleOf(before) !== 'owner')
  // Who gives a role may choose the team: what they say of the address in the same edit is proof.
  const isEnough = isVerified(setsVerified(change) ? { verified: after.verified } : after)
  if (gains && !isEnough) throw new AppError('verified_email_required', { field: 'role' })
}

/** A new admin loses an unverified number: a staff member could have set it to sign in as that admin. */
export function withoutUnverified(
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
export const setsVerified = ({ email, verified }: Partial<EditableUser>): boolean =>
  email !== undefined || verified === true

/** Whether whoever is signed in under the old facts must not stay so. */
export function revokesSessions(change: Partial<EditableUser>): boolean {
  const { role, staffRole, isBlocked, verified, email, mobilenumber } = change
  const isOther = [role, staffRole, email, mobilenumber].some((value) => value !== undefined)
  return isOther || isBlocked === true || verified === false
}

/** @throws AppError own_account when owners would shut themselves out */
export function refuseSelfLockout(before: EditableUser, change: Partial<EditableUser>): void {
  const lost = removesOwner(before, change)
  const field = (['role', 'staffRole', 'verified', 'isBlocked'] as const).find((name) => name in change)
  if (lost) throw new AppError('own_account', field ? { field } : {})
}
