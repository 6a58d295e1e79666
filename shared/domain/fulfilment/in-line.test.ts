import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { inLine } from './in-line.ts'

describe('a line', () => {
  it('lets so many in at once, the others in the order in which they came', async () => {
    const began: number[] = []
    let running = 0
    let most = 0
    const work = (index: number) => async () => {
      began.push(index)
      running += 1
      most = Math.max(most, running)
      await sleep(index % 3)
      running -= 1
      return index
    }
    const all = Array.from({ length: 20 }, (_, index) => inLine('three', 3, work(index)))
    expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, (_, index) => index))
    expect(began).toEqual([...began].sort((a, b) => a - b))
    expect(most).toBe(3)
  })

  it('goes on after one that failed, and lines of other names do not wait for it', async () => {
    const failing = inLine('one', 1, () => Promise.reject(new Error('no')))
    const next = inLine('one', 1, async () => 'next')
    const slow = inLine('slow', 1, () => sleep(50, 'slow'))
    await expect(failing).rejects.toThrow('no')
    expect(await Promise.race([next, slow])).toBe('next')
    expect(await slow).toBe('slow')
  })
})
