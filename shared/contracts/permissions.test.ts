import { describe, expect, it } from 'vitest'
import { notForRole, permissionTexts } from './permission-texts.ts'
import { grantOf, lackedOf, officeRoleOf, officeRoles, permissionNames } from './permissions.ts'

/** As it was agreed, written a second time: owner, finance, catalogue, operations, support. `2`: with a second. */
const agreed: Record<string, string> = {
  'orders.view': 'yyyyy',
  'board.view': 'yy-yy',
  'board.move': 'y--y-',
  'board.answer': 'y--y-',
  tickets: 'y--yy',
  'customers.view': 'yy-yy',
  'customers.edit': 'y---y',
  'customers.role': 'y----',
  'balances.move': 'yy--2',
  'catalogue.view': 'yyyy-',
  'catalogue.edit': 'y-y--',
  'catalogue.prices': 'y-y--',
  'catalogue.stock': 'y-yy-',
  'sales.view': 'yyy--',
  'wallet.view': 'yy---',
  reconciliation: 'yy---',
  'suppliers.view': 'yyyy-',
  export: 'yy-y-',
  approvals: 'yy-yy',
  incidents: 'y--y-',
  'audit.view': 'yyyyy',
  team: 'y----',
  'own.factor': 'yyyyy',
}

const signs = { may: 'y', second: '2', none: '-' }

describe('the table of permissions', () => {
  it('says what was agreed, and a name for each', () => {
    const told = permissionNames.map((name) => {
      const row = officeRoles.map((officeRole) => signs[grantOf({ role: 'admin', officeRole }, name)])
      return [name, row.join('')]
    })
    expect(Object.fromEntries(told)).toEqual(agreed)
    const labels = permissionNames.map((name) => permissionTexts[name].label)
    expect(new Set(labels).size).toBe(permissionNames.length)
  })

  it('takes an admin without a role of the back office for an owner, and nobody else for anything', () => {
    expect(officeRoleOf({ role: 'admin' })).toBe('owner')
    expect(officeRoleOf({ role: 'user', officeRole: 'owner' })).toBeUndefined()
    for (const role of ['user', 'reseller'] as const) {
      expect(
        permissionNames.filter((name) => grantOf({ role, officeRole: 'owner' }, name) !== 'none'),
      ).toEqual([])
    }
  })
})

describe('a call', () => {
  const support = { role: 'admin', officeRole: 'support' } as const

  it('that needs several permissions is closed to who lacks one', () => {
    expect(lackedOf(support, { may: ['orders.view', 'export'] })).toBe('export')
    expect(lackedOf({ role: 'admin' }, { may: ['orders.view', 'export'] })).toBeUndefined()
  })

  it('is closed to who needs a second person for it, unless it asks for one', () => {
    expect(lackedOf(support, { may: 'balances.move' })).toBe('balances.move')
    expect(lackedOf(support, { may: 'balances.move', orAsks: true })).toBeUndefined()
  })

  it('is refused in a sentence that names role and permission', () => {
    expect(notForRole('support', 'catalogue.prices')).toBe(
      'Not for your role: “Prices” is not for Support. Nothing was changed.',
    )
  })
})
