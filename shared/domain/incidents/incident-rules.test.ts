import { describe, expect, it } from 'vitest'
import type { IIncident } from './incident-model.ts'
import { holderOf, isConcerned, nextAfter } from './incident-rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 15, minute))
const incident = (more: Partial<IIncident> = {}) =>
  ({
    ...{ _id: 'SMILEPH:1', scope: 'SMILEPH', state: 'on', halted: null, failsOf: [], drainingAt: null },
    ...more,
  }) as IIncident
const draining = (more: Partial<IIncident> = {}) =>
  incident({ state: 'draining', drainingAt: at(10), ...more })
const all = { _id: 'ALL:4', scope: 'ALL' } as const
const order = (apiType = 'SMILEPH', out: { incident?: string; outAt?: Date | null } = {}) => ({
  item: { apiType },
  parked: 'outAt' in out ? { incident: 'SMILEPH:1', at: at(1), outAt: at(11), ...out } : null,
})

describe('the incident that an order waits for', () => {
  it('is one of the account that it is bought from, or of all; never of what people deliver', () => {
    expect(holderOf(order(), [incident()])?._id).toBe('SMILEPH:1')
    expect(holderOf(order('SMILEBR'), [incident()])).toBeUndefined()
    expect(holderOf(order('SMILEBR'), [incident(all)])?._id).toBe('ALL:4')
    expect(isConcerned({ scope: 'ALL' }, 'OTHER')).toBe(false)
    expect(holderOf(order(), [incident({ state: 'ended' })])).toBeUndefined()
  })

  it('lets it go once it was let out, and not before', () => {
    expect(holderOf(order(), [draining()])?._id).toBe('SMILEPH:1')
    expect(holderOf(order('SMILEPH', { outAt: null }), [draining()])?._id).toBe('SMILEPH:1')
    expect(holderOf(order('SMILEPH', { outAt: at(11) }), [draining()])).toBeUndefined()
    expect(holderOf(order('SMILEPH', { outAt: at(10) }), [draining()])).toBeUndefined()
  })

  it('holds it anew after it was parked again, and while nothing is let out', () => {
    const out = order('SMILEPH', { outAt: at(11) })
    expect(holderOf(out, [incident()])?._id).toBe('SMILEPH:1')
    expect(holderOf(out, [draining({ drainingAt: at(12) })])?._id).toBe('SMILEPH:1')
    expect(holderOf(out, [draining({ halted: { at: at(12), why: 'by_hand' } })])?._id).toBe('SMILEPH:1')
    expect(holderOf(out, [draining({ failsOf: ['SMILEPH', 'SMILEPH', 'SMILEPH'] })])?._id).toBe('SMILEPH:1')
  })

  it('is the one that lets nothing out, and of two valves that of the account, once', () => {
    const both = [draining(all), draining()]
    expect(holderOf(order(), [draining(), incident(all)])?._id).toBe('ALL:4')
    expect(holderOf(order('SMILEPH', { incident: 'ALL:4', outAt: at(11) }), both)?._id).toBe('SMILEPH:1')
    expect(holderOf(order('SMILEPH', { outAt: at(11) }), both)).toBeUndefined()
  })
})

it.each([1, 7, 60, 240])('lets out at most %i within any minute', (perMinute) => {
  let next = at(0)
  for (let out = 0; out < perMinute; out += 1) next = nextAfter(next, perMinute)
  expect(next.getTime() - at(0).getTime()).toBeGreaterThanOrEqual(60_000)
})
