import { describe, expect, it } from 'vitest'
import { runwayMs, spendRate } from './supplier-accounts.ts'

const hourMs = 3_600_000
const now = new Date('2026-11-21T15:16:00.000Z')
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
const spent = { hour: 15_790, unitsLastHour: 40, day: 200_000, firstAt: ago(24) }

describe('the spend rate of an account', () => {
  it('is that of the last hour when enough was bought in it', () => {
    expect(spendRate(spent, now)).toEqual({ over: 'hour', perHour: 15_790 })
  })

  it('is that of the day when too little was bought in the hour', () => {
    expect(spendRate({ ...spent, unitsLastHour: 4, day: 240_000 }, now)).toEqual({
      over: 'day',
      perHour: 10_000,
    })
  })

  it('covers only the time since the first purchase', () => {
    const young = { ...spent, unitsLastHour: 0, day: 9_000, firstAt: ago(3) }
    expect(spendRate(young, now)).toEqual({ over: 'day', perHour: 3_000 })
  })

  it('is unknown for less than an hour, or without purchases', () => {
    expect(spendRate({ ...spent, unitsLastHour: 4, firstAt: ago(0.5) }, now)).toEqual({ over: 'few' })
    expect(spendRate({ hour: 0, unitsLastHour: 0, day: 0, firstAt: null }, now)).toEqual({ over: 'few' })
    expect(spendRate({ hour: 0, unitsLastHour: 9, day: 0, firstAt: ago(5) }, now)).toEqual({ over: 'few' })
  })
})

describe('the runway of an account', () => {
  it('is its balance at the rate, and never negative', () => {
    const rate = { over: 'hour', perHour: 15_790 } as const
    expect(runwayMs(31_580, rate)).toBe(2 * hourMs)
    expect(runwayMs(-1, rate)).toBe(0)
  })

  it('is unknown without a balance or a rate', () => {
    expect(runwayMs(undefined, { over: 'hour', perHour: 5 })).toBeUndefined()
    expect(runwayMs(5, { over: 'few' })).toBeUndefined()
  })
})
