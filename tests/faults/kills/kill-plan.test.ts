import { describe, expect, it } from 'vitest'
import { createRandom } from '../environment/random.ts'
import { planLoad } from '../load/plan.ts'
import { planKills, planLateAnswers } from './kill-plan.ts'

const size = { seconds: 120, apis: 2, workers: 2, lockMs: 5_000 }
const plan = (seed: number) => planKills(createRandom(seed), size)
const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

describe('planKills', () => {
  it('draws the same steps for the same seed, and others for another seed', () => {
    expect(plan(7)).toEqual(plan(7))
    expect(plan(7)).not.toEqual(plan(8))
  })

  it.each(seeds)(
    'plans ten kills, a freeze beyond the lock and two empty Redis within the time (seed %i)',
    (seed) => {
      const steps = plan(seed)
      const kills = steps.filter(({ kind }) => kind === 'kill')
      const freezes = steps.flatMap((step) => (step.kind === 'freeze' ? [step.forMs] : []))
      expect(kills.length).toBeGreaterThanOrEqual(10)
      expect(new Set(steps.map((step) => ('target' in step ? step.target : step.kind)))).toEqual(
        new Set(['api', 'worker', 'redis', 'primary', 'flush', 'freeze']),
      )
      expect(Math.min(...freezes)).toBeGreaterThan(size.lockMs)
      expect(steps.filter(({ kind }) => kind === 'flush')).toHaveLength(2)
      expect(steps.every(({ atMs }) => atMs > 0 && atMs < 120_000)).toBe(true)
    },
  )
})

describe('planLateAnswers', () => {
  const load = { count: 600, spreadMs: 100_000, customers: 60, mix: 'every' } as const
  const wishes = planLoad(createRandom(3), load)
  const late = planLateAnswers(createRandom(3), wishes, 3_000)

  it('makes both suppliers late for some purchases, by up to one and a half times our time-out', () => {
    const ms = [...late.smileone, ...late.moogold].map(
      ({ delayMs = 0, replyDelayMs = 0 }) => delayMs + replyDelayMs,
    )
    expect(Math.max(...ms)).toBeGreaterThan(3_000)
    expect(Math.max(...ms)).toBeLessThanOrEqual(4_500)
    expect(late.smileone.length).toBeGreaterThan(5)
    expect(late.moogold.length).toBeGreaterThan(5)
  })

  it('omits purchases that fail in another way', () => {
    const troubled = new Set(
      wishes.flatMap((wish) => (wish.kind === 'order' && wish.trouble !== 'none' ? [wish.player] : [])),
    )
    expect(late.smileone.filter(({ match }) => troubled.has(match.userid))).toEqual([])
  })
})
