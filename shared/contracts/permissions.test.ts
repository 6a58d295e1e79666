import { describe, expect, it } from 'vitest'
import { forbiddenText, permissionTexts } from './permission-texts.ts'
import { grantOf, missingPermission, permissionNames, staffRoleOf, staffRoles } from './permissions.ts'

/**
 * The agreed table, written independently: owner, finance, catalogue, operations, support. `2`:
 * with approval.
 */
const agreed: Record<string, string> = {
  'orders.view': 'yyyyy',
  'board.view': 'yy-yy',
  'orders.decide': 'y--y-',
  'orders.resolve_unit': 'y--y-',
  'tickets.manage': 'y--yy',
  'customers.view': 'yy-yy',
  'customers.edit': 'y---y',
  'customers.change_role': 'y----',
  'customers.erase': 'y---y',
  'wallets.adjust': 'yy--2',
  'catalogue.view': 'yyyy-',
  'catalogue.edit': 'y-y--',
  'catalogue.prices': 'y-y--',
  'catalogue.stock': 'y-yy-',
  'sales.view': 'yyy--',
  'wallet.view': 'yy---',
  'reconciliation.manage': 'yy---',
  'suppliers.view': 'yyyy-',
  'exports.create': 'yy-y-',
  'approvals.decide': 'yy-yy',
  'incidents.manage': 'y--y-',
  'audit.view': 'yyyyy',
  'staff.manage': 'y----',
  'own.second_factor': 'yyyyy',
}

const signs = { allowed: 'y', with_approval: '2', none: '-' }

describe('the table of permissions', () => {
  it('matches the agreed table, with a label for each permission', () => {
    const table = permissionNames.map((name) => {
      const row = staffRoles.map((staffRole) => signs[grantOf({ role: 'admin', staffRole }, name)])
      return [name, row.join('')]
    })
    expect(Object.fromEntries(table)).toEqual(agreed)
    const labels = permissionNames.map((name) => permissionTexts[name].label)
    expect(new Set(labels).size).toBe(permissionNames.length)
  })

  it('treats an admin without a staff role as an owner, and no other user as staff', () => {
    expect(staffRoleOf({ role: 'admin' })).toBe('owner')
    expect(staffRoleOf({ role: 'user', staffRole: 'owner' })).toBeUndefined()
    for (const role of ['user', 'reseller'] as const) {
      expect(
        permissionNames.filter((name) => grantOf({ role, staffRole: 'owner' }, name) !== 'none'),
      ).toEqual([])
    }
  })
})

describe('a call', () => {
  const support = { role: 'admin', staffRole: 'support' } as const

  it('that needs several permissions is refused if one is missing', () => {
    expect(missingPermission(support, { permission: ['orders.view', 'exports.create'] })).toBe(
      'exports.create',
    )
    expect(
      missingPermission({ role: 'admin' }, { permission: ['orders.view', 'exports.create'] }),
    ).toBeUndefined()
  })

  it('is refused where an approval is needed, unless it requests one', () => {
    expect(missingPermission(support, { permission: 'wallets.adjust' })).toBe('wallets.adjust')
    expect(
      missingPermission(support, { permission: 'wallets.adjust', orRequestsApproval: true }),
    ).toBeUndefined()
  })

  it('is refused in a sentence that names role and permission', () => {
    expect(forbiddenText('support', 'catalogue.prices')).toBe(
      'Your role (Support) doesn’t include “Prices”. Nothing was changed.',
    )
  })
})
