import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

const draftFile = 'draft-order.ts'
const draft = readFileSync(join(root, 'shared/domain/orders/place', draftFile), 'utf8')

/** Empty in a draft: something that is yet to happen. */
const isEmptyAtFirst = (field: string) =>
  new RegExp(`\\b${field}: (null|''|0|\\[\\]|false)[,\\n ]`).test(draft)

const facts = Object.keys(OrderModel.schema.obj).filter(isEmptyAtFirst)

/** What writes orders: not what says how they look, drafts them, or shows them. A fact is written as `name: value`. */
const writing = globSync('shared/domain/{orders,payments,payables}/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|-model\.ts$|-schema\.ts$|\/views\//.test(path))
  .filter((path) => basename(path) !== draftFile)
const written = writing.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')

it('knows the facts of an order that are empty at first', () => {
  expect(facts).toEqual(expect.arrayContaining(['assignee', 'completedAt', 'ended']))
})

it.each(facts)('%s is written by some file, not only drafted', (field) => {
  const isSet = new RegExp(`(?<![.\\w])'?${field}(\\.[\\w.]+)?'?: (?!null|${field}\\b)`)
  expect(isSet.test(written), `nothing in shared/domain/orders writes ${field}`).toBe(true)
})
