import { describe, expect, it } from 'vitest'
import {
  canTransition,
  firstStatuses,
  isOpen,
  nextStepsFor,
  type OrderStatus,
  orderStatuses,
  orderTransitions,
  promiseMs,
} from './order-status.ts'

const movers = ['system', 'admin'] as const

describe('the table of order statuses', () => {
  it('STATE-01 knows the six words of the specification and no other', () => {
    expect(orderStatuses).toEqual(['Created', 'Processing', 'Completed', 'Refunded', 'Cancelled', 'Failed'])
    const words = orderTransitions.flatMap((move) => [move.from, move.to])
    expect(new Set([...words, ...firstStatuses])).toEqual(new Set(orderStatuses))
  })

  it('reaches every status from a first one', () => {
    const reached = new Set<OrderStatus>(firstStatuses)
    for (const _step of orderStatuses) {
      for (const move of orderTransitions) if (reached.has(move.from)) reached.add(move.to)
    }
    expect(reached).toEqual(new Set(orderStatuses))
  })

  it('ends in Refunded and Cancelled, and only there', () => {
    const ends = orderStatuses.filter((status) => !orderTransitions.some((move) => move.from === status))
    expect(ends).toEqual(['Refunded', 'Cancelled'])
  })

  it('defines each transition once, with its source and condition', () => {
    const pairs = orderTransitions.map((move) => `${move.from} > ${move.to}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    for (const move of orderTransitions) {
      expect(move.by.length).toBeGreaterThan(0)
      expect(move.when).toMatch(/^\S.{10,}/)
    }
  })
})

describe('permitted transitions', () => {
  it('let an admin end a Processing order in three ways, and refund a Completed one', () => {
    expect(nextStepsFor('Processing', 'admin')).toEqual(['Completed', 'Refunded', 'Cancelled'])
    expect(nextStepsFor('Completed', 'admin')).toEqual(['Refunded'])
    for (const status of ['Created', 'Refunded', 'Cancelled', 'Failed'] as const) {
      expect(nextStepsFor(status, 'admin')).toEqual([])
    }
  })

  it('never start an order by decision, or fail one that is paid', () => {
    expect(canTransition('Created', 'Processing', 'admin')).toBe(false)
    expect(canTransition('Processing', 'Failed', 'system')).toBe(false)
  })

  it('are offered as next steps completely', () => {
    for (const from of orderStatuses) {
      for (const by of movers) {
        expect(orderStatuses.filter((to) => canTransition(from, to, by)).sort()).toEqual(
          nextStepsFor(from, by).sort(),
        )
      }
    }
  })

  it('keep checks for statuses that can change automatically', () => {
    expect(orderStatuses.filter(isOpen)).toEqual(['Created', 'Processing'])
  })
})

it('STATE-02 promises a Processing order within 30 minutes', () => {
  expect(promiseMs).toBe(30 * 60 * 1_000)
})
