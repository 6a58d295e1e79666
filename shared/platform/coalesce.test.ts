import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { coalesce } from './coalesce.ts'

describe('concurrent requests for the same work', () => {
  it('share two runs, the second started after all requests', async () => {
    let runs = 0
    const work = async () => {
      runs += 1
      const mine = runs
      await sleep(5)
      return mine
    }
    const all = Array.from({ length: 50 }, () => coalesce('one', work))
    expect(await Promise.all(all)).toEqual([1, ...Array.from({ length: 49 }, () => 2)])
    expect(await coalesce('one', work)).toBe(3)
  })

  it('keep keys separate and fail only those that share the failed run', async () => {
    const failing = coalesce('bad', () => Promise.reject(new Error('no')))
    const after = coalesce('bad', async () => 'yes')
    const other = coalesce('good', async () => 'other')
    await expect(failing).rejects.toThrow('no')
    expect(await after).toBe('yes')
    expect(await other).toBe('other')
  })

  it('never return the result of a run that began earlier', async () => {
    let truth = 0
    const read = async () => {
      const seen = truth
      await sleep(2)
      return seen
    }
    const asked: Promise<boolean>[] = []
    for (let step = 1; step <= 20; step += 1) {
      truth = step
      asked.push(coalesce('look', read).then((seen) => seen >= step))
      await sleep(step % 3)
    }
    expect(await Promise.all(asked)).toEqual(asked.map(() => true))
  })
})
