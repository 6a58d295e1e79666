import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { batchReads } from './batch-reads.ts'

/** A store whose contents change, and a log of its queries. */
function aStore() {
  const [asked, holds]: [string[][], Map<string, number>] = [[], new Map()]
  const find = batchReads<string, number>(async (keys) => {
    asked.push(keys)
    const seen = new Map(keys.flatMap((key) => (holds.has(key) ? [[key, holds.get(key)!]] : [])))
    await sleep(2)
    if (keys.includes('bad')) throw Object.assign(new Error('cannot be asked for'), { name: 'CastError' })
    if (keys.includes('away')) throw new Error('no answer')
    return seen
  })
  return { asked, holds, find }
}

it('reads a single key at once and batches keys requested meanwhile, each once', async () => {
  const { asked, holds, find } = aStore()
  holds.set('a', 1).set('b', 2)
  const found = ['a', 'b', 'b', 'c', 'a'].map(find)
  expect(asked).toEqual([['a']])
  expect(await Promise.all(found)).toEqual([1, 2, 2, undefined, 1])
  expect(asked).toEqual([['a'], ['b', 'c', 'a']])
})

it('never returns a value older than the request', async () => {
  const { holds, find } = aStore()
  const asked: Promise<boolean>[] = []
  for (let step = 1; step <= 30; step += 1) {
    holds.set('a', step)
    asked.push(find('a').then((seen) => Number(seen) >= step))
    await sleep(step % 3)
  }
  expect(await Promise.all(asked)).toEqual(asked.map(() => true))
})

it('fails only the requests whose key is not valid', async () => {
  const { holds, find } = aStore()
  holds.set('a', 1).set('b', 2)
  const ended = await Promise.allSettled(['a', 'b', 'bad', 'a'].map(find))
  expect(ended.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
    1,
    2,
    'cannot be asked for',
    1,
  ])
})

it('does not repeat a read during an outage', async () => {
  const { asked, find } = aStore()
  const ended = await Promise.allSettled(['a', 'b', 'away'].map(find))
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(asked).toEqual([['a'], ['b', 'away']])
})
