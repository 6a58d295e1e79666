import type { Mutant } from './tree/mutant.ts'

/** Faults in admins' views of a customer, and their actions on one. */
export const customerMutants: Mutant[] = [
  {
    name: 'support signs an owner out',
    file: 'shared/domain/customers/find-customer.ts',
    inside: 'findEditableCustomer',
    find: "if (user.role === 'admin' && admin.userId !== userId) requirePermission(admin, 'staff.manage')",
    replace: '',
    tests: ['tests/services/customers/people.test.ts'],
  },
  {
    name: 'views of a customer are not recorded',
    file: 'shared/domain/customers/customer-page.ts',
    inside: 'recordCustomerView',
    find: "await recordView(clock, admin, { action: 'customer.view', target: auditTarget.user(userId) })",
    replace: 'void [recordView, clock, auditTarget]',
    tests: ['tests/services/customers/customer-page.test.ts'],
  },
  {
    name: 'the refunded part of an order still counts as spent',
    file: 'shared/domain/orders/queries/customer-history.ts',
    inside: 'customerTotals',
    find: 'spentPaise: paise - partlyRefundedPaise',
    replace: 'spentPaise: paise',
    tests: ['tests/services/customers/customer-page.test.ts'],
  },
  {
    name: 'a wallet with very many entries is reported as fully summed',
    file: 'shared/domain/wallet/wallet-statement.ts',
    inside: 'walletStatement',
    find: 'isComplete: row.entries <= limit',
    replace: 'isComplete: true',
    tests: ['tests/services/customers/customer-page.test.ts'],
  },
  {
    name: 'an export of the list of all users is not recorded',
    file: 'shared/domain/back-office/export-users.ts',
    inside: 'exportUsers',
    find: "await recordExport(by, 'users', query)",
    replace: 'void [recordExport, by]',
    tests: ['tests/services/customers/users-data.test.ts'],
  },
  {
    name: 'a search among blocked users finds others',
    file: 'shared/domain/customers/list-users.ts',
    inside: 'searchFilteredUsers',
    find: 'matchingIds.has(String(id))',
    replace: 'matchingIds.size > 0 || ids.includes(id)',
    tests: ['tests/services/customers/users-data.test.ts'],
  },
]
