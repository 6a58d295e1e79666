import { adminTables } from '@jhatpat/shared/contracts/admin-tables.ts'
import { expect, it } from 'vitest'
import { screens } from './nav.ts'

it('has a line in the menu for every table', () => {
  const paths = screens.map(({ path }) => path)
  expect(Object.values(adminTables).filter(({ path }) => !paths.includes(path))).toEqual([])
})
