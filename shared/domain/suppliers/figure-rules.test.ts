import { describe, expect, it } from 'vitest'
import { figuresOf, type OutcomeCount } from './figure-rules.ts'

const took = (tookS: number, count: number): OutcomeCount => ({
  ...{ outcome: 'delivered', code: '', tookS, count },
})
const ended = (outcome: OutcomeCount['outcome'], code: string, count: number): OutcomeCount => ({
  ...{ outcome, code, tookS: null, count },
})

describe('the day of an account', () => {
  it('counts what has ended, and not what is under way or never got there', () => {
    const counts = [took(3, 30), ended('refused', '201', 4), ended('unknown', '', 2)]
    const idle = [ended('accepted', '', 9), ended('not_reached', '', 9)]
    expect(figuresOf([...counts, ...idle])).toMatchObject({
      asked: 36,
      delivered: 30,
      refused: 4,
      unknown: 2,
    })
  })

  it('says within how many seconds half and nine of ten came', () => {
    const counts = [took(58, 3), took(31, 15), took(90, 2), took(12, 10)]
    expect(figuresOf(counts)).toMatchObject({ halfS: 31, mostS: 58 })
  })

  it('says no time of fewer than twenty', () => {
    expect(figuresOf([took(5, 19)])).toMatchObject({ delivered: 19, halfS: null, mostS: null })
    expect(figuresOf([took(5, 20)])).toMatchObject({ halfS: 5, mostS: 5 })
  })

  it('has refusals by their code, the most frequent first, whether they may pass or not', () => {
    const counts = [
      ...[ended('refused', '20003', 3), ended('refused_for_now', '20010', 5), ended('refused', '20010', 1)],
      ended('returned', '', 3),
    ]
    expect(figuresOf(counts).refusals).toEqual([
      { code: '20010', count: 6 },
      { code: '20003', count: 3 },
      { code: 'returned', count: 3 },
    ])
  })
})
