import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unitWriters, unknownUnitWrites } from './unit-writers.ts'

const root = join(import.meta.dirname, '../..')

it('lists every place of the product that writes a unit', async () => {
  const seen: string[] = []
  const unknown: string[] = []
  for await (const file of glob('{shared,api,workers}/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|(^|\/)node_modules\//.test(file)) continue
    seen.push(file)
    unknown.push(...unknownUnitWrites(file, await readFile(join(root, file), 'utf8')))
  }
  expect(seen).toEqual(expect.arrayContaining(unitWriters))
  expect(unknown).toEqual([])
})

it.each([
  'set: setUnit(index, unit)',
  "set: { ...unitSet(index, { state: 'refused' }) }",
  "OrderModel.updateOne({ _id }, { $set: { 'units.0.state': 'refused' } })",
  'changeOrder(deps, order, { guard, set: { units } })',
])('finds a new writer: %s', (source) => {
  expect(unknownUnitWrites('shared/domain/orders/board/some-decision.ts', source)).toHaveLength(1)
})
