import type { BodyInputOf } from '@jhatpat/shared/contracts/http/route.ts'
import { type AdminUser, updateUserData } from '@jhatpat/shared/contracts/users.ts'

/** What the window edits of a user, in its order. */
export const editFields = ['name', 'mobilenumber', 'email', 'role', 'verified', 'isBlocked'] as const
export type EditField = (typeof editFields)[number]
export type EditValues = Pick<AdminUser, EditField>

export const fieldNames: Record<EditField, string> = {
  name: 'Name',
  mobilenumber: 'Mobile number',
  email: 'Email',
  role: 'Role',
  verified: 'Verified',
  isBlocked: 'Blocked',
}

export type FieldChange = { field: EditField; from: string; to: string }

export function valuesOf({ name, mobilenumber, email, role, verified, isBlocked }: AdminUser): EditValues {
  return { name, mobilenumber, email, role, verified, isBlocked }
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
export function carryOver(typed: EditValues, seen: EditValues, now: EditValues): EditValues {
  const touched = changesBetween(seen, typed).map(({ field }) => field)
  return { ...now, ...Object.fromEntries(touched.map((field) => [field, typed[field]])) }
}

/** Whether the user is signed out everywhere by these changes. */
export function endsSessions(changes: readonly FieldChange[]): boolean {
  return changes.some(({ field, to }) => {
    if (field === 'verified') return to === 'no'
    if (field === 'isBlocked') return to === 'yes'
    return field === 'role' || field === 'email'
  })
}

export function bodyOf(
  seen: AdminUser,
  values: EditValues,
  reason: string,
): BodyInputOf<typeof updateUserData> {
  const { _id, userid, updatedAt } = seen
  const why = reason.trim()
  return { _id, userid, ...tidy(values), seen: updatedAt, ...(why ? { reason: why } : {}) }
}

/** What the call would refuse, by field, in its own words. */
export function faultsIn(body: BodyInputOf<typeof updateUserData>): Partial<Record<EditField, string>> {
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
})

function shown(values: EditValues, field: EditField): string {
  const value = values[field]
  if (field === 'verified' || field === 'isBlocked') return value === 'true' ? 'yes' : 'no'
  return value === '' ? 'none' : value
}
