import type { Role } from './roles.ts'

/**
 * What an admin is in the back office. On the wire and in the database it stands beside the role `admin`; an admin
 * without one is an owner. In the order of the columns and menus that show them.
 */
export const staffRoles = ['owner', 'finance', 'catalogue', 'operations', 'support'] as const
export type StaffRole = (typeof staffRoles)[number]

/** `second`: only with the agreement of another person, who may do it alone. */
type Grants = Partial<Record<StaffRole, 'allowed' | 'with_approval'>>

const everyone = {
  owner: 'allowed',
  finance: 'allowed',
  catalogue: 'allowed',
  operations: 'allowed',
  support: 'allowed',
} as const

/**
 * Who may do what in the back office: menu, buttons, calls and sockets read this table and nothing else. An owner may
 * do everything. What it says in words is in `permission-words.ts`.
 */
export const permissions = {
  'orders.view': everyone,
  'board.view': { owner: 'allowed', finance: 'allowed', operations: 'allowed', support: 'allowed' },
  'orders.decide': { owner: 'allowed', operations: 'allowed' },
  'orders.resolve_unit': { owner: 'allowed', operations: 'allowed' },
  'tickets.manage': { owner: 'allowed', operations: 'allowed', support: 'allowed' },
  'customers.view': { owner: 'allowed', finance: 'allowed', operations: 'allowed', support: 'allowed' },
  'customers.edit': { owner: 'allowed', support: 'allowed' },
  'customers.change_role': { owner: 'allowed' },
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
  'audit.view': everyone,
  'staff.manage': { owner: 'allowed' },
  'own.second_factor': everyone,
} as const satisfies Record<string, Grants & { owner: 'allowed' }>

export type Permission = keyof typeof permissions

export const permissionNames = Object.keys(permissions) as readonly Permission[]

/** Whoever is asked about: a caller, or the user that a browser keeps. */
export type StaffMember = { role: Role; staffRole?: StaffRole | undefined }

/** What somebody is in the back office; undefined for who has no place there. */
export function staffRoleOf({ role, staffRole }: StaffMember): StaffRole | undefined {
  return role === 'admin' ? (staffRole ?? 'owner') : undefined
}

/** Whether somebody may do something alone, with a second person, or not at all. */
export function grantOf(member: StaffMember, permission: Permission): 'allowed' | 'with_approval' | 'none' {
  const role = staffRoleOf(member)
  const grants: Grants = permissions[permission]
  return (role && grants[role]) ?? 'none'
}

/** Whether somebody may do something alone. */
export const isAllowed = (member: StaffMember, permission: Permission): boolean =>
  grantOf(member, permission) === 'allowed'

/** Who may call for the back office: whoever may do all of this, or may at least ask for it. */
export type StaffAccess = {
  readonly permission: Permission | readonly Permission[]
  /** The call itself asks for a second person where the table says `second`; any other call is closed to such a role. */
  readonly orRequestsApproval?: true
}

/** The first permission that somebody lacks for a call; undefined: they may make it. */
export function missingPermission(
  member: StaffMember,
  { permission, orRequestsApproval }: StaffAccess,
): Permission | undefined {
  const needed: readonly Permission[] = typeof permission === 'string' ? [permission] : permission
  const enough = orRequestsApproval ? ['allowed', 'with_approval'] : ['allowed']
  return needed.find((one) => !enough.includes(grantOf(member, one)))
}
