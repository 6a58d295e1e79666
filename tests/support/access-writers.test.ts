import { describe, expect, it } from 'vitest'
import { accessWrittenBy } from './access-writers.ts'

const by = 'api/src/accounts/account-handlers.ts:12'
const users = 'test.users'
const written = (command: Record<string, unknown>, caller = by) =>
  accessWrittenBy(caller, { op: 'update', ns: users, command })

describe('a write to a user', () => {
  it.each(['role', 'isBlocked'])('of %s is reported when the sessions stay open', (field) => {
    const sentence = `${by} writes a user's ${field} without sessionsValidFrom`
    expect(written({ u: { $set: { [field]: true } } })).toBe(sentence)
    expect(written({ update: { $set: { [field]: true } } })).toBe(sentence)
    expect(written({ u: { $set: { [field]: true, sessionsValidFrom: new Date() } } })).toBeUndefined()
  })

  it('is ignored for other fields, another collection or a migration', () => {
    const block = { u: { $set: { isBlocked: true } } }
    expect(written({ u: { $set: { name: 'Asha' } } })).toBeUndefined()
    expect(accessWrittenBy(by, { op: 'update', ns: 'test.orders', command: block })).toBeUndefined()
    expect(written(block, 'shared/domain/migrate-ids.ts:3')).toBeUndefined()
  })
})
