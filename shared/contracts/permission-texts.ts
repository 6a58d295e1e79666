import type { Permission, StaffRole } from './permissions.ts'

/** Names of roles and permissions, for error messages and for the screen that shows the table. */
export const staffRoleTexts = {
  owner: { name: 'Owner', does: 'Everything, and who may do what' },
  finance: { name: 'Finance', does: 'Money, reconciliation, balances' },
  catalogue: { name: 'Catalogue', does: 'Products, items, prices, gallery' },
  operations: { name: 'Operations', does: 'The board, suppliers, maintenance' },
  support: { name: 'Support', does: 'Tickets and customers' },
} as const satisfies Record<StaffRole, { name: string; does: string }>

type Texts = { group: 'Orders' | 'Customers' | 'Catalogue' | 'Money' | 'System'; label: string }

export const permissionTexts = {
  'orders.view': { group: 'Orders', label: 'See all orders' },
  'board.view': { group: 'Orders', label: 'See the board' },
  'orders.decide': { group: 'Orders', label: 'Complete, refund, cancel' },
  'orders.resolve_unit': { group: 'Orders', label: 'Answer “outcome unknown”' },
  'tickets.manage': { group: 'Orders', label: 'Answer tickets' },
  'customers.view': { group: 'Customers', label: 'See customers' },
  'customers.edit': { group: 'Customers', label: 'Edit, block, end sessions' },
  'customers.change_role': { group: 'Customers', label: 'Change a role' },
  'customers.erase': { group: 'Customers', label: 'Delete an account, with a second person' },
  'wallets.adjust': { group: 'Customers', label: 'Add or take balance' },
  'catalogue.view': { group: 'Catalogue', label: 'See costs and what is hidden' },
  'catalogue.edit': { group: 'Catalogue', label: 'Products, items, gallery' },
  'catalogue.prices': { group: 'Catalogue', label: 'Prices' },
  'catalogue.stock': { group: 'Catalogue', label: 'Stock' },
  'sales.view': { group: 'Money', label: 'Sales, margin' },
  'wallet.view': { group: 'Money', label: 'All wallet transactions' },
  'reconciliation.manage': { group: 'Money', label: 'Reconciliation' },
  'suppliers.view': { group: 'Money', label: 'Supplier balances' },
  'exports.create': { group: 'System', label: 'Export tables' },
  'approvals.decide': { group: 'System', label: 'Approvals' },
  'incidents.manage': { group: 'System', label: 'Maintenance, queues' },
  'audit.view': { group: 'System', label: 'Audit log' },
  'staff.manage': { group: 'System', label: 'Team and roles' },
  'own.second_factor': { group: 'System', label: 'Own second factor' },
} as const satisfies Record<Permission, Texts>

/** Why a role is not permitted, as a sentence. */
export const forbiddenText = (role: StaffRole, permission: Permission): string =>
  `Not for your role: “${permissionTexts[permission].label}” is not for ${staffRoleTexts[role].name}. Nothing was changed.`
