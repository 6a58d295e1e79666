import type { BodyInputOf } from '@jhatpat/shared/contracts/http/route.ts'
import { officeRoleTexts } from '@jhatpat/shared/contracts/permission-texts.ts'
import { type OfficeRole, officeRoleOf } from '@jhatpat/shared/contracts/permissions.ts'
import { type AdminUser, updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { userBody } from '../../lib/user-body.ts'

/** What the window edits of a user, in its order. */
export const editFields = [
  ...(['name', 'mobilenumber', 'email', 'role', 'officeRole', 'verified', 'isBlocked'] as const),
] as const
export type EditField = (typeof editFields)[number]
/** `officeRole` is empty for who is no admin. */
export type EditValues = Pick<AdminUser, Exclude<EditField, 'officeRole'>> & { officeRole: OfficeRole | '' }

export const fieldNames: Record<EditField, string> = {
  name: 'Name',
  mobilenumber: 'Mobile number',
  email: 'Email',
  role: 'Role',
  officeRole: 'Role in the office',
  verified: 'Verified',
  isBlocked: 'Blocked',
}

export type FieldChange = { field: EditField; from: string; to: string }

export function valuesOf(user: AdminUser): EditValues {
  const { name, mobilenumber, email, role, verified, isBlocked } = user
  return { name, mobilenumber, email, role, officeRole: officeRoleOf(user) ?? '', verified, isBlocked }
}

/** What differs, as people read it. Spaces around and the case of an e-mail address are none. */
export function changesBetween(before: EditValues, after: EditValues): FieldChange[] {
  const [from, to] = [tidy(before), tidy(after)]
  return editFields
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: shown(from, field), to: shown(to, field) }))
}

/**
 * What is in the form once somebody else has changed the user: what this admin has touched stays as typed, everything
 * else becomes what the other one saved.
 */
export function mergeServerValues(typed: EditValues, seen: EditValues, now: EditValues): EditValues {
  const touched = changesBetween(seen, typed).map(({ field }) => field)
  return { ...now, ...Object.fromEntries(touched.map((field) => [field, typed[field]])) }
}

/** Whether the user is signed out everywhere by these changes. */
export function endsSessions(changes: readonly FieldChange[]): boolean {
  return changes.some(({ field, to }) => {
    if (field === 'verified') return to === 'no'
    if (field === 'isBlocked') return to === 'yes'
    return field === 'role' || field === 'officeRole' || field === 'email'
  })
}

export function bodyOf(
  seen: AdminUser,
  values: EditValues,
  reason: string,
): BodyInputOf<typeof updateUserData> {
  const { officeRole, ...others } = tidy(values)
  return userBody(seen, { ...others, ...(officeRole ? { officeRole } : {}) }, reason)
}

/** What the call would refuse, by field, in its own words. */
export function validationErrors(body: BodyInputOf<typeof updateUserData>): Partial<Record<EditField, string>> {
  const parsed = updateUserData.body?.safeParse(body)
  if (!parsed || parsed.success) return {}
  const faults = parsed.error.issues.flatMap(({ path, message }) => {
    const field = editFields.find((one) => one === path[0])
    return field ? [[field, `${fieldNames[field]} ${message}.`]] : []
  })
  return Object.fromEntries(faults.reverse())
}

const tidy = (values: EditValues): EditValues => ({
  ...values,
  name: values.name.trim(),
  mobilenumber: values.mobilenumber.trim(),
  email: values.email.trim().toLowerCase(),
  officeRole: values.role === 'admin' ? values.officeRole || 'owner' : '',
})

function shown(values: EditValues, field: EditField): string {
  const value = values[field]
  if (field === 'verified' || field === 'isBlocked') return value === 'true' ? 'yes' : 'no'
  if (field === 'officeRole' && values.officeRole) return officeRoleTexts[values.officeRole].name
  return value === '' ? 'none' : value
}
