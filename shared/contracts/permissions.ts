import type { Role } from './roles.ts'

/**
 * What an admin is in the back office. On the wire and in the database it stands beside the role `admin`; an admin
 * without one is an owner. In the order of the columns and menus that show them.
 */
export const officeRoles = ['owner', 'finance', 'catalogue', 'operations', 'support'] as const
export type OfficeRole = (typeof officeRoles)[number]

/** `second`: only with the agreement of another person, who may do it alone. */
type Grants = Partial<Record<OfficeRole, 'may' | 'second'>>

const everyone = {
  owner: 'may',
  finance: 'may',
  catalogue: 'may',
  operations: 'may',
  support: 'may',
} as const

/**
 * Who may do what in the back office: menu, buttons, calls and sockets read this table and nothing else. An owner may
 * do everything. What it says in words is in `permission-words.ts`.
 */
export const permissions = {
  'orders.view': everyone,
  'board.view': { owner: 'may', finance: 'may', operations: 'may', support: 'may' },
  'board.move': { owner: 'may', operations: 'may' },
  'board.answer': { owner: 'may', operations: 'may' },
  tickets: { owner: 'may', operations: 'may', support: 'may' },
  'customers.view': { owner: 'may', finance: 'may', operations: 'may', support: 'may' },
  'customers.edit': { owner: 'may', support: 'may' },
  'customers.role': { owner: 'may' },
  'balances.move': { owner: 'may', finance: 'may', support: 'second' },
  'catalogue.view': { owner: 'may', finance: 'may', catalogue: 'may', operations: 'may' },
  'catalogue.edit': { owner: 'may', catalogue: 'may' },
  'catalogue.prices': { owner: 'may', catalogue: 'may' },
  'catalogue.stock': { owner: 'may', catalogue: 'may', operations: 'may' },
  'sales.view': { owner: 'may', finance: 'may', catalogue: 'may' },
  'wallet.view': { owner: 'may', finance: 'may' },
  reconciliation: { owner: 'may', finance: 'may' },
  'suppliers.view': { owner: 'may', finance: 'may', catalogue: 'may', operations: 'may' },
  export: { owner: 'may', finance: 'may', operations: 'may' },
  approvals: { owner: 'may', finance: 'may', operations: 'may', support: 'may' },
  incidents: { owner: 'may', operations: 'may' },
  'audit.view': everyone,
  team: { owner: 'may' },
  'own.factor': everyone,
} as const satisfies Record<string, Grants & { owner: 'may' }>

export type Permission = keyof typeof permissions

export const permissionNames = Object.keys(permissions) as readonly Permission[]

/** Whoever is asked about: a caller, or the user that a browser keeps. */
export type Officer = { role: Role; officeRole?: OfficeRole | undefined }

/** What somebody is in the back office; undefined for who has no place there. */
export function officeRoleOf({ role, officeRole }: Officer): OfficeRole | undefined {
  return role === 'admin' ? (officeRole ?? 'owner') : undefined
}

/** Whether somebody may do something alone, with a second person, or not at all. */
export function grantOf(officer: Officer, permission: Permission): 'may' | 'second' | 'none' {
  const role = officeRoleOf(officer)
  const grants: Grants = permissions[permission]
  return (role && grants[role]) ?? 'none'
}

/** Whether somebody may do something alone. */
export const isAllowed = (officer: Officer, permission: Permission): boolean =>
  grantOf(officer, permission) === 'may'

/** Who may call for the back office: whoever may do all of this, or may at least ask for it. */
export type OfficeAccess = {
  readonly may: Permission | readonly Permission[]
  /** The call itself asks for a second person where the table says `second`; any other call is closed to such a role. */
  readonly orAsks?: true
}

/** The first permission that somebody lacks for a call; undefined: they may make it. */
export function lackedOf(officer: Officer, { may, orAsks }: OfficeAccess): Permission | undefined {
  const needed: readonly Permission[] = typeof may === 'string' ? [may] : may
  const enough = orAsks ? ['may', 'second'] : ['may']
  return needed.find((permission) => !enough.includes(grantOf(officer, permission)))
}
