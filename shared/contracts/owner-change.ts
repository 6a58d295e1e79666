import * as z from 'zod/mini'
import { StaffRole } from './fields.ts'
import { staffRoleTexts } from './permission-texts.ts'
import type { Role } from './roles.ts'

/** How long a change about an owner waits when no second owner approves it, in ms. */
export const ownerDelayMs = 72 * 3_600_000

/** Changes of an account that is, or becomes, an owner's. */
export const OwnerChange = z.object({
  mobilenumber: z.optional(z.string()),
  email: z.optional(z.string()),
  role: z.optional(z.enum(['user', 'reseller', 'admin'] as const satisfies readonly Role[])),
  staffRole: z.optional(StaffRole),
  verified: z.optional(z.boolean()),
  isBlocked: z.optional(z.boolean()),
})
type Wire = z.output<typeof OwnerChange>
export type OwnerChange = { [Field in keyof Wire]?: Exclude<Wire[Field], undefined> }

/** The change in words: `block the owner Imran Khan`. */
export function ownerChangeText(name: string, change: Wire): string {
  const { role, staffRole, isBlocked, verified, email, mobilenumber } = change
  const owner = `the owner ${name}`
  return [
    roleText(name, { role, staffRole }),
    isBlocked !== undefined && `${isBlocked ? 'block' : 'unblock'} ${owner}`,
    verified !== undefined && `set the account of ${owner} as ${verified ? 'verified' : 'not verified'}`,
    email !== undefined && `change the email address of ${owner} to ${email}`,
    mobilenumber !== undefined && `change the mobile number of ${owner} to ${mobilenumber || 'none'}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function roleText(name: string, { role, staffRole }: Pick<Wire, 'role' | 'staffRole'>) {
  if (role === 'user') return `make the owner ${name} a customer`
  if (role === 'reseller') return `make the owner ${name} a reseller`
  if (staffRole && staffRole !== 'owner')
    return `change the role of the owner ${name} to ${staffRoleTexts[staffRole].name}`
  return (role || staffRole) && `make ${name} an owner`
}
