import { describe, expect, it } from 'vitest'
import type { IIncident } from './incident-model.ts'
import { gatewaysWithoutIncident, holdingIncident, isAffected, releaseTimeAfter } from './incident-rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 15, minute))
const incident = (more: Partial<IIncident> = {}) =>
  ({
    _id: 'SMILEPH:1',
    scope: 'SMILEPH',
    state: 'active',
    releaseStopped: null,
    failedAccounts: [],
    releaseStartedAt: null,
    ...more,
  }) as IIncident
const releasing = (more: Partial<IIncident> = {}) =>
  incident({ state: 'releasing', releaseStartedAt: at(10), ...more })
const all = { _id: 'ALL:4', scope: 'ALL' } as const
const order = (apiType = 'SMILEPH', out: { incident?: string; releasedAt?: Date | null } = {}) => ({
  item: { apiType },
  hold: 'releasedAt' in out ? { incident: 'SMILEPH:1', at: at(1), releasedAt: at(11), ...out } : null,
})

describe('the incident that holds an order', () => {
  it('belongs to the supplier account or to all of them, and never holds manual deliveries', () => {
    expect(holdingIncident(order(), [incident()])?._id).toBe('SMILEPH:1')
    expect(holdingIncident(order('SMILEBR'), [incident()])).toBeUndefined()
    expect(holdingIncident(order('SMILEBR'), [incident(all)])?._id).toBe('ALL:4')
    expect(isAffected({ scope: 'ALL' }, 'OTHER')).toBe(false)
    expect(holdingIncident(order(), [incident({ state: 'ended' })])).toBeUndefined()
  })

  it('holds an order until its release, and no longer', () => {
    expect(holdingIncident(order(), [releasing()])?._id).toBe('SMILEPH:1')
    expect(holdingIncident(order('SMILEPH', { releasedAt: null }), [releasing()])?._id).toBe('SMILEPH:1')
    expect(holdingIncident(order('SMILEPH', { releasedAt: at(11) }), [releasing()])).toBeUndefined()
    expect(holdingIncident(order('SMILEPH', { releasedAt: at(10) }), [releasing()])).toBeUndefined()
  })

  it('holds a released order again after a new hold, and while the release is stopped', () => {
    const out = order('SMILEPH', { releasedAt: at(11) })
    expect(holdingIncident(out, [incident()])?._id).toBe('SMILEPH:1')
    expect(holdingIncident(out, [releasing({ releaseStartedAt: at(12) })])?._id).toBe('SMILEPH:1')
    expect(holdingIncident(out, [releasing({ releaseStopped: { at: at(12), reason: 'manual' } })])?._id).toBe(
      'SMILEPH:1',
    )
    expect(
      holdingIncident(out, [releasing({ failedAccounts: ['SMILEPH', 'SMILEPH', 'SMILEPH'] })])?._id,
    ).toBe('SMILEPH:1')
  })

  it('prefers an incident that releases nothing, and otherwise that of the account', () => {
    const both = [releasing(all), releasing()]
    expect(holdingIncident(order(), [releasing(), incident(all)])?._id).toBe('ALL:4')
    expect(holdingIncident(order('SMILEPH', { incident: 'ALL:4', releasedAt: at(11) }), both)?._id).toBe(
      'SMILEPH:1',
    )
    expect(holdingIncident(order('SMILEPH', { releasedAt: at(11) }), both)).toBeUndefined()
  })
})

describe('the gateways of new payments', () => {
  const gateways = ['first', 'second'] as const
  const stopped = (scope: string, more: Partial<IIncident> = {}) =>
    incident({ scope: scope as IIncident['scope'], ...more })

  it('leave out only a gateway that an incident of its own stops', () => {
    expect(gatewaysWithoutIncident(gateways, [incident(), incident(all)])).toEqual(['first', 'second'])
    expect(gatewaysWithoutIncident(gateways, [stopped('first')])).toEqual(['second'])
    expect(gatewaysWithoutIncident(gateways, [stopped('first'), stopped('second')])).toEqual([])
    expect(gatewaysWithoutIncident(gateways, [stopped('first', { state: 'ended' })])).toEqual(gateways)
  })
})

it.each([1, 7, 60, 240])('releases at most %i orders in any minute', (perMinute) => {
  let next = at(0)
  for (let out = 0; out < perMinute; out += 1) next = releaseTimeAfter(next, perMinute)
  expect(next.getTime() - at(0).getTime()).toBeGreaterThanOrEqual(60_000)
})
