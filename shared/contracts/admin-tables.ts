import type { Permission } from './permissions.ts'

export const adminTableNames = ['orders', 'wallet', 'users', 'items', 'products', 'audit'] as const
export type AdminTable = (typeof adminTableNames)[number]

/** `path` is below `/admin`. */
type AdminTableDefinition = { path: string; title: string; permission: Permission }

/**
 * The tables of the back office. Menu, routes, saved views, calls, CSV files and the audit log take
 * a table's name and permission from here.
 */
export const adminTables = {
  orders: {
    path: '/txn',
    title: 'All Orders',
    permission: 'orders.view',
  },
  wallet: {
    path: '/wallettxn',
    title: 'Wallet Transactions',
    permission: 'wallet.view',
  },
  users: {
    path: '/usersdata',
    title: 'User Data',
    permission: 'customers.view',
  },
  items: {
    path: '/viewitems',
    title: 'View Items',
    permission: 'catalogue.view',
  },
  products: {
    path: '/viewproducts',
    title: 'View Products',
    permission: 'catalogue.view',
  },
  audit: {
    path: '/audit',
    title: 'Audit log',
    permission: 'audit.view',
  },
} as const satisfies Record<AdminTable, AdminTableDefinition>
