import { expect, it } from 'vitest'
import { migrations } from './baseline.ts'

it('lists the migrations by number, each with a unique name', () => {
  const ids = migrations.map(({ id }) => id)
  expect(ids[0]).toBe('0001-collections-and-indexes')
  expect(ids).toEqual([...new Set(ids)].toSorted())
  for (const id of ids) expect(id).toMatch(/^\d{4}-[a-z]+(-[a-z]+)*$/)
})
