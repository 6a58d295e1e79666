import { Types } from 'mongoose'
import { describe, expect, it } from 'vitest'
import { notById, type ProfiledCommand } from './writes-by-id.ts'

const update = (q: unknown): ProfiledCommand => ({ ns: 'x.orders', op: 'update', command: { q, u: {} } })

describe('a write', () => {
  it.each([
    ['a text', update({ _id: 'JP1', status: 'Created' })],
    ['a number', update({ _id: 1001 })],
    ['an ObjectId', update({ _id: new Types.ObjectId() })],
    ['several ids', update({ _id: { $in: ['JP1', 'JP2'] } })],
    ['$eq', update({ _id: { $eq: 'JP1' } })],
    ['a delete', { ns: 'x.orders', op: 'remove', command: { q: { _id: 'JP1' }, limit: 1 } }],
    [
      'findAndModify',
      { ns: 'x.orders', op: 'command', command: { findAndModify: 'orders', query: { _id: 'JP1' } } },
    ],
  ])('by %s is right', (_what, entry) => {
    expect(notById(entry)).toBeUndefined()
  })

  it.each([
    ['by something else', update({ orderid: 'JP1' })],
    ['to everything', update({})],
    ['to what is not said', { ns: 'x.orders', op: 'remove', command: {} }],
    ['by a range', update({ _id: { $gt: 'JP1' } })],
    ['by a range beside $in', update({ _id: { $in: ['JP1'], $gt: 'JP0' } })],
    ['by a pattern', update({ _id: /^JP/ })],
    ['by alternatives', update({ $or: [{ _id: 'JP1' }, { _id: 'JP2' }] })],
    [
      'by findAndModify',
      { ns: 'x.orders', op: 'command', command: { findAndModify: 'orders', query: { a: 1 } } },
    ],
  ])('%s is wrong', (_what, entry) => {
    expect(notById(entry)).toContain('x.orders')
  })

  it('is checked, but not a read or insert', () => {
    for (const command of [{ find: 'orders', filter: {} }, { aggregate: 'orders' }]) {
      expect(notById({ ns: 'x.orders', op: 'query', command })).toBeUndefined()
    }
    expect(notById({ ns: 'x.orders', op: 'insert', command: { insert: 'orders' } })).toBeUndefined()
  })
})
