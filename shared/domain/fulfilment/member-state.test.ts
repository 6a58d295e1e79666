import { expect, it } from 'vitest'
import { callsOf, memberState } from './member-state.ts'
import { type IUnit, planUnits } from './unit-schema.ts'

const now = new Date('2026-11-28T10:00:00Z')
const at = new Date(now.getTime() - 1_000)
const stateOf = (changes: Partial<IUnit>, group = 2) =>
  memberState({ ...(planUnits('JP1', ['13'])[0] as IUnit), ...changes }, { attempt: 1, at }, { now, group })

it('is read from the unit, for the attempt that joined', () => {
  const sent = { attempt: 1, group: 2, sentGroup: 2 }
  expect(stateOf({ ...sent, state: 'sending' })).toBe('in_flight')
  expect(stateOf({ ...sent, state: 'delivered' })).toBe('delivered')
  expect(stateOf({ ...sent, state: 'unknown' })).toBe('unclear')
  expect(stateOf({ ...sent, state: 'refused' })).toBe('nothing')
  expect(stateOf({ ...sent, attempt: 2, state: 'delivered' })).toBe('nothing')
})

it('is nothing where the attempt was made in another group, also once that has ended', () => {
  // A process that had read the order before has joined this group for the same attempt, and made no call.
  expect(stateOf({ attempt: 1, state: 'delivered', group: 1, sentGroup: 1 })).toBe('nothing')
  expect(stateOf({ attempt: 1, state: 'unknown', group: 0, sentGroup: 1 })).toBe('nothing')
  // Of a release that kept no such group it is believed as before.
  expect(stateOf({ attempt: 1, state: 'delivered', group: 0, sentGroup: 0 })).toBe('delivered')
})

it('is waited for while a process may be between joining and calling', () => {
  expect(stateOf({ attempt: 0, state: 'planned' })).toBe('in_flight')
  const long = { attempt: 1, at: new Date(now.getTime() - 60_000) }
  expect(memberState(planUnits('JP1', ['13'])[0], long, { now, group: 2 })).toBe('nothing')
})

it('counts an attempt once, whoever has joined for it', () => {
  const member = { orderId: 'JP1', index: 0, attempt: 1 }
  expect(callsOf([member, { ...member }, { ...member, attempt: 2 }])).toHaveLength(2)
})
