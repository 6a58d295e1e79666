import { adminTables } from '@jhatpat/shared/contracts/admin-tables.ts'
import { expect, it } from 'vitest'
import { screens } from './nav.ts'

it('has a line in the menu for every table, with its name and permission', () => {
  const lines = Object.values(adminTables).map(({ path, title, permission }) =>
    expect.objectContaining({ path, label: title, for: [permission] }),
  )
  expect(screens).toEqual(expect.arrayContaining(lines))
})
