import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { DelayedError } from 'bullmq'
import { describe, expect, it } from 'vitest'
import type { JobHandler } from './job.ts'
import { type RunnableJob, runJob } from './run-job.ts'

const now = new Date('2026-11-21T10:00:00Z')
const deps = { clock: { now: () => now } } as Deps

const aJob = (facts: Partial<RunnableJob> = {}): RunnableJob => ({
  name: 'order.fulfil',
  data: { id: 'x' },
  timestamp: now.getTime(),
  opts: {},
  attemptsMade: 0,
  attemptsStarted: 1,
  stalledCounter: 0,
  moveToDelayed: async () => undefined,
  ...facts,
})

/** A handler with a given behaviour, and a log of its calls. */
function aHandler({ fails = false, isSwept = true, again = undefined as Date | undefined } = {}) {
  const asked: string[] = []
  const freshness: unknown[] = []
  const handler: JobHandler = {
    job: { name: 'order.fulfil' },
    isSwept,
    handle: async (_deps, _data, how) => {
      asked.push('handle')
      freshness.push(how?.isFresh)
      if (fails) throw new Error('it broke')
      return again
    },
    giveUp: async (_deps, _data, reason) => void asked.push(reason),
  }
  return {
    asked,
    freshness,
    run: (job: RunnableJob) => runJob({ deps, handlers: [handler] }, job, 'the lock'),
  }
}

describe('a job', () => {
  it('is run, and given up only when the last of three tries fails', async () => {
    const { asked, run } = aHandler({ fails: true })
    for (const attemptsMade of [0, 1, 2]) {
      await expect(run(aJob({ attemptsMade, attemptsStarted: attemptsMade + 1 }))).rejects.toThrow('it broke')
    }
    expect(asked).toEqual(['handle', 'handle', 'handle', 'Failed: it broke'])
  })

  it('is not run a seventh time when its process crashed six times', async () => {
    const { asked, run } = aHandler()
    await expect(run(aJob({ stalledCounter: 6 }))).rejects.toThrow('gone before it was done')
    expect(asked).toEqual(['Its worker was gone before it was done, 6 times'])
  })

  it('is delayed, as often as needed, when its handler returns a time', async () => {
    const moved: unknown[] = []
    const moveToDelayed = async (...how: unknown[]) => void moved.push(how)
    const tookMs: number[] = []
    // The second case: a time that this machine's clock, which the queue uses, has passed; the job
    // would return at once.
    for (const again of [new Date(Date.now() + 30_000), new Date(Date.now() - 1)]) {
      const { run } = aHandler({ again })
      const startedAt = performance.now()
      await expect(run(aJob({ attemptsStarted: 50, moveToDelayed }))).rejects.toThrow(DelayedError)
      tookMs.push(performance.now() - startedAt)
      expect(moved.pop()).toEqual([again.getTime(), 'the lock'])
    }
    expect(tookMs[0]).toBeLessThan(50)
    expect(tookMs[1]).toBeGreaterThanOrEqual(95)
  })

  it('learns whether a run of it has failed or was lost', async () => {
    const { freshness, run } = aHandler()
    for (const facts of [{}, { attemptsMade: 1 }, { stalledCounter: 1 }]) await run(aJob(facts))
    expect(freshness).toEqual([true, false, false])
  })

  it('is left to the sweeper when a fast clock starts it far too early', async () => {
    const { asked, run } = aHandler()
    await run(aJob({ opts: { delay: 3_600_000 } }))
    expect(asked).toEqual([])
    await run(aJob({ timestamp: now.getTime() - 3_600_000, opts: { delay: 3_600_000 } }))
    expect(asked).toEqual(['handle'])
  })

  it('waits for its time when it is a little early', async () => {
    const { asked, run } = aHandler()
    const startedAt = performance.now()
    await run(aJob({ opts: { delay: 60 } }))
    expect(asked).toEqual(['handle'])
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55)
  })

  it('is run early when the sweeper would not enqueue it again', async () => {
    const { asked, run } = aHandler({ isSwept: false })
    await run(aJob({ opts: { delay: 3_600_000 } }))
    expect(asked).toEqual(['handle'])
  })

  it('with an unknown name is not retried', async () => {
    await expect(aHandler().run(aJob({ name: 'order.unheard-of' }))).rejects.toThrow('no handler')
  })
})
