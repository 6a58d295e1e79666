import type { Permission, StaffRole } from './permissions.ts'

/** Names of roles and permissions, for error messages and for the screen that shows the table. */
export const staffRoleTexts = {
  owner: { name: 'Owner', does: 'Everything, including team and roles' },
  finance: { name: 'Finance', does: 'Finance, reconciliation and wallet balances' },
  catalogue: { name: 'Catalogue', does: 'Products, items, prices, gallery' },
  operations: { name: 'Operations', does: 'Pending orders, suppliers and incidents' },
  support: { name: 'Support', does: 'Tickets and customers' },
} as const satisfies Record<StaffRole, { name: string; does: string }>

type Texts = { group: 'Orders' | 'Customers' | 'Catalogue' | 'Finance' | 'System'; label: string }

export const permissionTexts = {
  'orders.view': { group: 'Orders', label: 'View all orders' },
  'board.view': { group: 'Orders', label: 'View pending orders' },
  'orders.decide': { group: 'Orders', label: 'Complete, refund, cancel' },
  'orders.resolve_unit': { group: 'Orders', label: 'Resolve unknown outcomes' },
  'tickets.manage': { group: 'Orders', label: 'Reply to tickets' },
  'customers.view': { group: 'Customers', label: 'View customers' },
  'customers.edit': { group: 'Customers', label: 'Edit, block, sign out' },
  'customers.change_role': { group: 'Customers', label: 'Change a role' },
  'customers.erase': { group: 'Customers', label: 'Delete an account, with approval' },
  'wallets.adjust': { group: 'Customers', label: 'Credit or debit wallets' },
  'catalogue.view': { group: 'Catalogue', label: 'View costs and hidden items' },
  'catalogue.edit': { group: 'Catalogue', label: 'Products, items, gallery' },
  'catalogue.prices': { group: 'Catalogue', label: 'Prices' },
  'catalogue.stock': { group: 'Catalogue', label: 'Stock' },
  'sales.view': { group: 'Finance', label: 'Sales, margin' },
  'wallet.view': { group: 'Finance', label: 'All wallet transactions' },
  'reconciliation.manage': { group: 'Finance', label: 'Reconciliation' },
  'suppliers.view': { group: 'Finance', label: 'Supplier balances' },
  'exports.create': { group: 'System', label: 'Export tables' },
  'approvals.decide': { group: 'System', label: 'Approvals' },
  'incidents.manage': { group: 'System', label: 'Incidents and job queues' },
  'audit.view': { group: 'System', label: 'Audit log' },
  'staff.manage': { group: 'System', label: 'Team and roles' },
  'own.second_factor': { group: 'System', label: 'Own two-step verification' },
} as const satisfies Record<Permission, Texts>

/** Why a role is not permitted, as a sentence. */
export const forbiddenText = (role: StaffRole, permission: Permission): string =>
  `Your role (${staffRoleTexts[role].name}) doesn’t include “${permissionTexts[permission].label}”. Nothing was changed.`
