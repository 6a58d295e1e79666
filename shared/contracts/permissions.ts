import type { Role } from './roles.ts'

/**
 * Staff roles of admins, in addition to the role `admin`; an admin without one is an owner. In the
 * order of columns and menus.
 */
export const staffRoles = ['owner', 'finance', 'catalogue', 'operations', 'support'] as const
export type StaffRole = (typeof staffRoles)[number]

/** `with_approval`: only with the approval of a person who may do it alone. */
type Grants = Partial<Record<StaffRole, 'allowed' | 'with_approval'>>

const allRoles = {
  owner: 'allowed',
  finance: 'allowed',
  catalogue: 'allowed',
  operations: 'allowed',
  support: 'allowed',
} as const

/**
 * Permissions of the back office: menu, buttons, calls and sockets use only this table. An owner
 * has all of them. Their texts are in `permission-texts.ts`.
 */
export const permissions = {
  'orders.view': allRoles,
  'board.view': { owner: 'allowed', finance: 'allowed', operations: 'allowed', support: 'allowed' },
  'orders.decide': { owner: 'allowed', operations: 'allowed' },
  'orders.resolve_unit': { owner: 'allowed', operations: 'allowed' },
  'tickets.manage': { owner: 'allowed', operations: 'allowed', support: 'allowed' },
  'customers.view': { owner: 'allowed', finance: 'allowed', operations: 'allowed', support: 'allowed' },
  'customers.edit': { owner: 'allowed', support: 'allowed' },
  'customers.change_role': { owner: 'allowed' },
  'customers.erase': { owner: 'allowed', support: 'allowed' },
  'wallets.adjust': { owner: 'allowed', finance: 'allowed', support: 'with_approval' },
  'catalogue.view': { owner: 'allowed', finance: 'allowed', catalogue: 'allowed', operations: 'allowed' },
  'catalogue.edit': { owner: 'allowed', catalogue: 'allowed' },
  'catalogue.prices': { owner: 'allowed', catalogue: 'allowed' },
  'catalogue.stock': { owner: 'allowed', catalogue: 'allowed', operations: 'allowed' },
  'sales.view': { owner: 'allowed', finance: 'allowed', catalogue: 'allowed' },
  'wallet.view': { owner: 'allowed', finance: 'allowed' },
  'reconciliation.manage': { owner: 'allowed', finance: 'allowed' },
  'suppliers.view': { owner: 'allowed', finance: 'allowed', catalogue: 'allowed', operations: 'allowed' },
  'exports.create': { owner: 'allowed', finance: 'allowed', operations: 'allowed' },
  'approvals.decide': { owner: 'allowed', finance: 'allowed', operations: 'allowed', support: 'allowed' },
  'incidents.manage': { owner: 'allowed', operations: 'allowed' },
  'audit.view': allRoles,
  'staff.manage': { owner: 'allowed' },
  'own.second_factor': allRoles,
} as const satisfies Record<string, Grants & { owner: 'allowed' }>

export type Permission = keyof typeof permissions

export const permissionNames = Object.keys(permissions) as readonly Permission[]

/** A caller, or the user that a browser stores. */
export type StaffMember = { role: Role; staffRole?: StaffRole | undefined }

/** The staff role; undefined for a user who is not staff. */
export function staffRoleOf({ role, staffRole }: StaffMember): StaffRole | undefined {
  return role === 'admin' ? (staffRole ?? 'owner') : undefined
}

/** Whether a permission is granted, granted with approval, or not. */
export function grantOf(member: StaffMember, permission: Permission): 'allowed' | 'with_approval' | 'none' {
  const role = staffRoleOf(member)
  const grants: Grants = permissions[permission]
  return (role && grants[role]) ?? 'none'
}

/** Whether a permission is granted without approval. */
export const isAllowed = (member: StaffMember, permission: Permission): boolean =>
  grantOf(member, permission) === 'allowed'

/** Which permissions a call of the back office needs: all of these, or approval for them. */
export type StaffAccess = {
  readonly permission: Permission | readonly Permission[]
  /**
   * The call itself requests an approval where the table says `with_approval`; any other call is
   * closed to such a role.
   */
  readonly orRequestsApproval?: true
}

/** The first missing permission for a call; undefined: it may be made. */
export function missingPermission(
  member: StaffMember,
  { permission, orRequestsApproval }: StaffAccess,
): Permission | undefined {
  const needed: readonly Permission[] = typeof permission === 'string' ? [permission] : permission
  const enough = orRequestsApproval ? ['allowed', 'with_approval'] : ['allowed']
  return needed.find((one) => !enough.includes(grantOf(member, one)))
}
