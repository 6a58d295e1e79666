import { type StaffRole, staffRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { type IUser, isVerified, normalEmail } from '../accounts/index.ts'

/** The fields of a user that admins can edit. */
export type EditableUser = Pick<
  IUser,
  'name' | 'mobilenumber' | 'email' | 'role' | 'verified' | 'isBlocked'
> & {
  staffRole?: StaffRole
}

/** Without `staffRole` the role is kept, and a new admin becomes an owner. */
export type UserForm = Omit<EditableUser, 'staffRole'> & { staffRole?: StaffRole | undefined }

const fields = ['name', 'mobilenumber', 'email', 'role', 'verified', 'isBlocked'] as const

/** The fields of an edit that differ from the stored user. */
export function changedFields(before: EditableUser, edit: UserForm): Partial<EditableUser> {
  const normalised = { ...edit, email: normalEmail(edit.email) }
  const changed = Object.fromEntries(
    fields.filter((name) => normalised[name] !== before[name]).map((name) => [name, normalised[name]]),
  )
  const staffRole = staffRoleOf({ role: edit.role, staffRole: edit.staffRole ?? staffRoleOf(before) })
  // A user who is no longer an admin has no staff role.
  return staffRole && staffRole !== staffRoleOf(before) ? { ...changed, staffRole } : changed
}

/** The previous values of the changed fields. */
export function previousValues(user: EditableUser, change: Partial<EditableUser>): Partial<EditableUser> {
  const values = Object.fromEntries(fields.filter((name) => name in change).map((name) => [name, user[name]]))
  const staffRole = staffRoleOf(user)
  const isRoleChanged = staffRole && ('staffRole' in change || 'role' in change)
  return isRoleChanged ? { ...values, staffRole } : values
}

/** Whether a change removes an active owner. */
export function removesOwner(before: EditableUser, change: Partial<EditableUser>): boolean {
  const after = { ...before, ...change }
  return isActiveOwner(before) && !isActiveOwner(after)
}

export const isActiveOwner = (user: EditableUser) => staffRoleOf(user) === 'owner' && isActive(user)

const isActive = ({ verified, isBlocked }: Pick<EditableUser, 'verified' | 'isBlocked'>) =>
  verified && !isBlocked

/**
 * Pure. The new start of the staff role and the new end of ownership.
 * @returns only the times that the change affects
 */
export function staffRoleTimes(
  before: EditableUser,
  change: Partial<EditableUser>,
  now: Date,
): Partial<Pick<IUser, 'staffSince' | 'ownerUntil'>> {
  const after = { ...before, ...change }
  const isGain = staffRoleOf(after) !== staffRoleOf(before) || (isActive(after) && !isActive(before))
  return {
    ...(staffRoleOf(after) && isGain && { staffSince: now }),
    ...(isActiveOwner(before) && !isActiveOwner(after) && { ownerUntil: now }),
  }
}

/**
 * The permission that an edit needs in addition to its call's. Changing the address of an admin, or of a user whose
 * staff role is pending, would allow the admin to sign in as that user.
 */
export function requiredPermissions(
  before: EditableUser & { hasOpenRequest: boolean },
  change: Partial<EditableUser>,
): 'staff.manage' | 'customers.change_role' | undefined {
  if (before.hasOpenRequest || before.role === 'admin' || change.role === 'admin') return 'staff.manage'
  return change.role === undefined ? undefined : 'customers.change_role'
}

/**
 * A user whose address is unverified may not be its owner, and their password must not open the back office.
 * @throws AppError `verified_email_required` if the change makes them an admin or an owner
 */
export function requireVerified(
  before: EditableUser & Pick<IUser, 'isVerifiedByStaff'>,
  change: Partial<EditableUser>,
): void {
  const after = { ...before, ...change }
  const isNew = after.role === 'admin' && before.role !== 'admin'
  const isGain = isNew || (staffRoleOf(after) === 'owner' && staffRoleOf(before) !== 'owner')
  // An admin who gives a role may manage staff, so their statement in the same edit counts as verification.
  const isEnoughVerified = isVerified(setsVerified(change) ? { verified: after.verified } : after)
  if (isGain && !isEnoughVerified) throw new AppError('verified_email_required', { field: 'role' })
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

/** Whether an edit changes where the account's links and codes are sent. */
export const changesContacts = ({ email, mobilenumber }: Partial<EditableUser>): boolean =>
  email !== undefined || mobilenumber !== undefined

/** Whether an edit marks the address as verified. */
export const setsVerified = ({ email, verified }: Partial<EditableUser>): boolean =>
  email !== undefined || verified === true

/** Whether existing sessions must end with the change. */
export function revokesSessions(change: Partial<EditableUser>): boolean {
  const { role, staffRole, isBlocked, verified, email, mobilenumber } = change
  const isIdentityChanged = [role, staffRole, email, mobilenumber].some((value) => value !== undefined)
  return isIdentityChanged || isBlocked === true || verified === false
}

/** @throws AppError `own_account` when owners would lock themselves out */
export function refuseSelfLockout(before: EditableUser, change: Partial<EditableUser>): void {
  const isLockout = removesOwner(before, change)
  const field = (['role', 'staffRole', 'verified', 'isBlocked'] as const).find((name) => name in change)
  if (isLockout) throw new AppError('own_account', field ? { field } : {})
}
