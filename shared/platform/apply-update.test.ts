import { expect, it } from 'vitest'
import { applyUpdate } from './apply-update.ts'

type Doc = {
  name: string
  at?: Date | undefined
  count: number
  task: { seq: number; at: Date | null }
  parts: { state: string; tries: number }[]
  log: string[]
}

const before = (): Doc => ({
  name: 'one',
  count: 1,
  task: { seq: 1, at: null },
  log: ['made'],
  parts: [
    { state: 'planned', tries: 0 },
    { state: 'planned', tries: 0 },
  ],
})

it('sets, adds and appends by path, as MongoDB does', () => {
  const at = new Date()
  const after = applyUpdate(before(), {
    $set: { name: 'two', at, 'task.at': at, 'parts.1.state': 'sent' },
    $inc: { count: 2, 'task.seq': 1, 'parts.1.tries': 1 },
    $push: { log: 'sent' },
  })
  expect(after).toEqual({
    name: 'two',
    at,
    count: 3,
    task: { seq: 2, at },
    log: ['made', 'sent'],
    parts: [
      { state: 'planned', tries: 0 },
      { state: 'sent', tries: 1 },
    ],
  })
})

it('omits undefined values and creates missing paths', () => {
  const bare = { name: 'one' } as Doc
  expect(
    applyUpdate(bare, { $set: { at: undefined }, $inc: { 'task.seq': 1 }, $push: { log: 'made' } }),
  ).toEqual({
    name: 'one',
    task: { seq: 1 },
    log: ['made'],
  })
})

it('does not change the given document at any depth', () => {
  const given = before()
  applyUpdate(given, { $set: { 'task.at': new Date(), 'parts.0.state': 'sent' }, $push: { log: 'sent' } })
  expect(given).toEqual(before())
})
