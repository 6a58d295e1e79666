import { expect, it } from 'vitest'
import { migrations } from './migrations.ts'

it('the steps of the database’s history are listed by their numbers, each name once', () => {
  const ids = migrations.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted())
  expect(ids.length).toBeGreaterThan(40)
  for (const id of ids) expect(id).toMatch(/^\d{4}-[a-z]+(-[a-z]+)*$/)
})
