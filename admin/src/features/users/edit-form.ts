import { staffRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import { type StaffRole, staffRoleOf } from '@jhatpat/shared/contracts/permissions.ts'
import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import { type AdminUser, updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { userBody } from '../../lib/user-body.ts'

/** The editable fields of a user, in the dialog's order. */
export const editFields = [
  ...(['name', 'mobilenumber', 'email', 'role', 'staffRole', 'verified', 'isBlocked'] as const),
] as const
export type EditField = (typeof editFields)[number]
/** `staffRole` is empty for users who are no admins. */
export type EditValues = Pick<AdminUser, Exclude<EditField, 'staffRole'>> & { staffRole: StaffRole | '' }

export const fieldNames: Record<EditField, string> = {
  name: 'Name',
  mobilenumber: 'Mobile number',
  email: 'Email',
  role: 'Role',
  staffRole: 'Staff role',
  verified: 'Verified',
  isBlocked: 'Blocked',
}

export type FieldChange = { field: EditField; from: string; to: string }

export function valuesOf(user: AdminUser): EditValues {
  const { name, mobilenumber, email, role, verified, isBlocked } = user
  return { name, mobilenumber, email, role, staffRole: staffRoleOf(user) ?? '', verified, isBlocked }
}

/**
 * The differences as readable text. Surrounding spaces and the case of an e-mail address don't
 * count.
 */
export function changesBetween(before: EditValues, after: EditValues): FieldChange[] {
  const [from, to] = [tidy(before), tidy(after)]
  return editFields
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: shown(from, field), to: shown(to, field) }))
}

/**
 * Form values after a concurrent change: fields that this admin has edited stay as typed, all
 * others take the newly saved values.
 */
export function mergeServerValues(typed: EditValues, seen: EditValues, now: EditValues): EditValues {
  const touched = changesBetween(seen, typed).map(({ field }) => field)
  return { ...now, ...Object.fromEntries(touched.map((field) => [field, typed[field]])) }
}

/** Whether these changes revoke the user's sessions. */
export function revokesSessions(changes: readonly FieldChange[]): boolean {
  return changes.some(({ field, to }) => {
    if (field === 'verified') return to === 'no'
    if (field === 'isBlocked') return to === 'yes'
    return field === 'role' || field === 'staffRole' || field === 'email'
  })
}

export function bodyOf(
  seen: AdminUser,
  values: EditValues,
  reason: string,
): BodyInputOf<typeof updateUserData> {
  const { staffRole, ...others } = tidy(values)
  return userBody(seen, { ...others, ...(staffRole ? { staffRole } : {}) }, reason)
}

/** The errors that the contract would report, by field. */
export function validationErrors(
  body: BodyInputOf<typeof updateUserData>,
): Partial<Record<EditField, string>> {
  const parsed = updateUserData.body?.safeParse(body)
  if (!parsed || parsed.success) return {}
  const faults = parsed.error.issues.flatMap(({ path, message }) => {
    const field = editFields.find((candidate) => candidate === path[0])
    return field ? [[field, `${fieldNames[field]} ${message}.`]] : []
  })
  return Object.fromEntries(faults.reverse())
}

const tidy = (values: EditValues): EditValues => ({
  ...values,
  name: values.name.trim(),
  mobilenumber: values.mobilenumber.trim(),
  email: values.email.trim().toLowerCase(),
  staffRole: values.role === 'admin' ? values.staffRole || 'owner' : '',
})

function shown(values: EditValues, field: EditField): string {
  const value = values[field]
  if (field === 'verified' || field === 'isBlocked') return value === 'true' ? 'yes' : 'no'
  if (field === 'staffRole' && values.staffRole) return staffRoleTexts[values.staffRole].name
  return value === '' ? 'none' : value
}
