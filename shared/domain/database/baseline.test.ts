import { expect, it } from 'vitest'
import { migrations } from './baseline.ts'

it('lists the steps of the database’s history by their numbers, each name once', () => {
  const ids = migrations.map(({ id }) => id)
  expect(ids[0]).toBe('0001-collections-and-indexes')
  expect(ids).toEqual([...new Set(ids)].toSorted())
  for (const id of ids) expect(id).toMatch(/^\d{4}-[a-z]+(-[a-z]+)*$/)
})
