import { expect, it } from 'vitest'
import { keepSlow } from './keep-slow.ts'

/** Work that takes so long on a clock of its own, and tells how often it was done. */
function counting(tookMs: number) {
  let now = 0
  let count = 0
  const ask = keepSlow(
    async () => {
      count += 1
      now += tookMs
      return count
    },
    () => now,
  )
  return {
    ask,
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('asks each time for what comes quickly', async () => {
  const { ask, pass } = counting(50)
  expect(await ask()).toEqual({ value: 1, ageMs: 0 })
  pass(1)
  expect(await ask()).toEqual({ value: 2, ageMs: 0 })
})

it('keeps what came slowly twenty times as long as it took, and says how old it is', async () => {
  const { ask, pass } = counting(500)
  expect(await ask()).toEqual({ value: 1, ageMs: 0 })
  pass(9_000)
  expect(await ask()).toEqual({ value: 1, ageMs: 9_500 })
  pass(1_000)
  expect(await ask()).toEqual({ value: 2, ageMs: 0 })
})

it('is asked once for all who ask meanwhile', async () => {
  const { ask } = counting(50)
  expect((await Promise.all([ask(), ask(), ask()])).map(({ value }) => value)).toEqual([1, 1, 1])
})

it('keeps no failure', async () => {
  let fails = true
  const ask = keepSlow(async () => {
    if (fails) throw new Error('away')
    return 'there'
  })
  await expect(ask()).rejects.toThrow('away')
  fails = false
  expect((await ask()).value).toBe('there')
})
