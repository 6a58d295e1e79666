import { expect, it } from 'vitest'
import { distinctCalls, memberState } from './batch-members.ts'
import { type IUnit, planUnits } from './unit-schema.ts'

const now = new Date('2026-11-28T10:00:00Z')
const at = new Date(now.getTime() - 1_000)
const stateOf = (changes: Partial<IUnit>, batch = 2) =>
  memberState({ ...(planUnits('JP1', ['13'])[0] as IUnit), ...changes }, { attempt: 1, at }, { now, batch })

it('reads a member’s state from its unit, for the attempt that joined', () => {
  const sent = { attempt: 1, batch: 2, sentBatch: 2 }
  expect(stateOf({ ...sent, state: 'sending' })).toBe('in_flight')
  expect(stateOf({ ...sent, state: 'delivered' })).toBe('delivered')
  expect(stateOf({ ...sent, state: 'unknown' })).toBe('unclear')
  expect(stateOf({ ...sent, state: 'rejected' })).toBe('nothing')
  expect(stateOf({ ...sent, attempt: 2, state: 'delivered' })).toBe('nothing')
})

it('ignores an attempt made in another batch, also after that has ended', () => {
  // A run that had read an older order joined this batch for the same attempt, and made no call.
  expect(stateOf({ attempt: 1, state: 'delivered', batch: 1, sentBatch: 1 })).toBe('nothing')
  expect(stateOf({ attempt: 1, state: 'unknown', batch: 0, sentBatch: 1 })).toBe('nothing')
  // Without a stored `sentBatch` the unit's own state counts.
  expect(stateOf({ attempt: 1, state: 'delivered', batch: 0, sentBatch: 0 })).toBe('delivered')
})

it('counts a member as in flight while a process may be between joining and calling', () => {
  expect(stateOf({ attempt: 0, state: 'planned' })).toBe('in_flight')
  const long = { attempt: 1, at: new Date(now.getTime() - 60_000) }
  expect(memberState(planUnits('JP1', ['13'])[0], long, { now, batch: 2 })).toBe('nothing')
})

it('counts an attempt once, even when several runs joined for it', () => {
  const member = { orderId: 'JP1', index: 0, attempt: 1 }
  expect(distinctCalls([member, { ...member }, { ...member, attempt: 2 }])).toHaveLength(2)
})
