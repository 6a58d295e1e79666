import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { erasedText } from '../../contracts/erased-text.ts'
import { type OpenRow, openRow, personsIn, rowKeysOf, sealRow } from './sealed-texts.ts'

const [meera, asha] = ['a'.repeat(24), 'b'.repeat(24)]
const keys = new Map([
  [meera, randomBytes(32)],
  [asha, randomBytes(32)],
])

const row = (more: Partial<OpenRow> = {}): OpenRow => ({
  _id: 'row-1',
  at: new Date(0),
  by: { userId: meera, name: 'Meera' },
  action: 'user.update',
  target: `user:${asha}`,
  before: {},
  after: {},
  reason: '',
  from: '10.0.0.1',
  requestId: 'r',
  ...more,
})

it('leaves states, ids and amounts readable, and encrypts every other text', () => {
  const plain = {
    ...{ role: 'admin', staffRole: 'support', verified: 'true', status: 'Completed', state: 'open' },
    ...{ unit: 'U1', unitState: 'delivered', ticket: 'open', kind: 'paid_twice', resolution: 'credit' },
    ...{ txnid: 'T1', session: 'S1', discrepancy: 'D1', secret: '0.0', task: 'order.fulfil', dueAt: 'now' },
    ...{ obstacles: 'balance', what: 'personal data', table: 'orders', contact: 'email' },
    ...{ amountPaise: 100, isBlocked: true },
  }
  const after = { ...plain, email: 'a@example.test', anythingNew: 'text', empty: '' }
  expect(sealRow(row({ after }), asha, keys).after).toEqual({
    ...plain,
    email: erasedText,
    anythingNew: erasedText,
    empty: erasedText,
  })
})

it('opens to the row as it was written, and to no other row', () => {
  const written = row({ before: { email: 'old' }, after: { email: 'new', role: 'user' }, reason: 'asked' })
  const stored = sealRow(written, asha, keys)
  expect(openRow(stored, rowKeysOf(stored, keys))).toEqual(written)
  expect(JSON.stringify(stored)).not.toMatch(/Meera|10\.0\.0\.1|asked|old|new/)
  const { sealed: _sealed, ...erased } = stored
  expect(openRow(stored, [])).toEqual(erased)
  const moved = { ...stored, _id: 'row-2' }
  expect(openRow(moved, rowKeysOf(stored, keys))).toEqual({ ...erased, _id: 'row-2' })
  expect(openRow(moved, rowKeysOf(moved, keys))).toEqual({ ...erased, _id: 'row-2' })
})

it('has one part for a person who is author and target', () => {
  const own = row({ reason: 'my own' })
  expect(personsIn(own, meera)).toEqual([meera])
  const stored = sealRow(own, meera, keys)
  expect(stored.sealed).toHaveLength(1)
  expect(openRow(stored, rowKeysOf(stored, keys))).toEqual(own)
})

it('needs no key of a person that the row does not describe', () => {
  expect(personsIn(row({ after: { role: 'user', amountPaise: 1 } }), asha)).toEqual([meera])
  const system = { by: { userId: 'operator', name: 'root (operator)' } }
  expect(personsIn(row(system), undefined)).toEqual([])
  expect(sealRow(row(system), undefined, keys)).toEqual({ ...row(system), sealed: [] })
})
