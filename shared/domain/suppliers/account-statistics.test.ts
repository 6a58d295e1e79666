import { describe, expect, it } from 'vitest'
import { type OutcomeCount, statisticsOf } from './account-statistics.ts'

const took = (durationSeconds: number, count: number): OutcomeCount => ({
  outcome: 'delivered',
  code: '',
  durationSeconds,
  count,
})
const ended = (outcome: OutcomeCount['outcome'], code: string, count: number): OutcomeCount => ({
  outcome,
  code,
  durationSeconds: null,
  count,
})

describe('the statistics of a day', () => {
  it('count units with a result, and none that are in progress or never reached the supplier', () => {
    const counts = [took(3, 30), ended('rejected', '201', 4), ended('unknown', '', 2)]
    const idle = [ended('accepted', '', 9), ended('unavailable', '', 9)]
    expect(statisticsOf([...counts, ...idle])).toMatchObject({
      asked: 36,
      delivered: 30,
      rejected: 4,
      unknown: 2,
    })
  })

  it('give the seconds within which half and nine of ten were delivered', () => {
    const counts = [took(58, 3), took(31, 15), took(90, 2), took(12, 10)]
    expect(statisticsOf(counts)).toMatchObject({ medianSeconds: 31, p90Seconds: 58 })
  })

  it('give no time for fewer than twenty units', () => {
    expect(statisticsOf([took(5, 19)])).toMatchObject({
      delivered: 19,
      medianSeconds: null,
      p90Seconds: null,
    })
    expect(statisticsOf([took(5, 20)])).toMatchObject({ medianSeconds: 5, p90Seconds: 5 })
  })

  it('list rejections by code, the most frequent first, deferred ones included', () => {
    const counts = [
      ended('rejected', '20003', 3),
      ended('deferred', '20010', 5),
      ended('rejected', '20010', 1),
      ended('returned', '', 3),
    ]
    expect(statisticsOf(counts).rejections).toEqual([
      { code: '20010', count: 6 },
      { code: '20003', count: 3 },
      { code: 'returned', count: 3 },
    ])
  })
})
