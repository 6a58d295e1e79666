import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

const builderFile = 'new-order.ts'
const builder = readFileSync(join(root, 'shared/domain/orders/model', builderFile), 'utf8')

/** Empty in a new order: something that has not happened yet. */
const isEmptyAtFirst = (field: string) =>
  new RegExp(`\\b${field}: (null|''|0|\\[\\]|false)[,\\n ]`).test(builder)

const facts = Object.keys(OrderModel.schema.obj).filter(isEmptyAtFirst)

/**
 * The files that write orders, without those that define, create or show them. A fact is written as `name:
 * value`.
 */
const writing = globSync('shared/domain/{orders,payments,checkout}/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|-model\.ts$|-schema\.ts$|\/views\//.test(path))
  .filter((path) => basename(path) !== builderFile)
const written = writing.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')

it('finds the facts of an order that are empty in a new one', () => {
  expect(facts).toEqual(expect.arrayContaining(['assignee', 'completedAt', 'ended']))
})

it.each(facts)('%s is written by a file that is not its constructor', (field) => {
  const isSet = new RegExp(`(?<![.\\w])'?${field}(\\.[\\w.]+)?'?: (?!null|${field}\\b)`)
  expect(isSet.test(written), `nothing in shared/domain/orders writes ${field}`).toBe(true)
})
