import { Role } from '@jhatpat/shared/contracts/roles.ts'
import { userPageSizes } from '@jhatpat/shared/contracts/users.ts'
import type { FilterField } from '../../lib/table/filter-fields.ts'
import type { TableSpec } from '../../lib/table/table-address.ts'
import type { TableTexts } from '../../lib/table/table-parts.ts'

/** Queries under this key are fetched again when a user changes. */
export const usersKey = ['admin', 'users'] as const

type UserFilter = 'role' | 'verified' | 'isBlocked'

const flags = ['true', 'false'] as const

/** Specification §2 and §9: page sizes to the letter. */
export const usersTable: TableSpec<UserFilter> = {
  sizes: userPageSizes,
  sorts: ['-createdAt', 'createdAt', '-balance', 'balance'],
  filters: { role: Role.options, verified: flags, isBlocked: flags },
  columns: ['userid', 'email', 'mobile', 'role', 'balance', 'state', 'createdAt', 'updatedAt'],
  hidden: ['updatedAt'],
  searchKeeps: 'filters',
}

const yesOrNo = (flag: string) => (flag === 'true' ? 'yes' : 'no')

/** With a filter, only the sort by time has an index. */
const orders = ['-createdAt', 'createdAt'] as const

export const usersFields: readonly FilterField<UserFilter>[] = [
  { kind: 'choice', name: 'role', label: 'Role', options: Role.options, orders },
  { kind: 'choice', name: 'verified', label: 'Verified', options: flags, textOf: yesOrNo, orders },
  { kind: 'choice', name: 'isBlocked', label: 'Blocked', options: flags, textOf: yesOrNo, orders },
]

export const usersTexts: TableTexts = {
  title: 'User Data',
  rows: 'users',
  row: 'user',
  search: 'Name, email, mobile or user id',
  searchPauseMs: 250,
  searched: 'What is searched for is how a name, an e-mail address, a mobile number or an id begins.',
  nothingYet: 'No users yet.',
  nothingYetWhy: 'Customers appear here after signing up.',
}
