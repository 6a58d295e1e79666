import { describe, expect, it } from 'vitest'
import { type Change, inBatches } from './replay-oplog.ts'

const mebibyte = 1024 * 1024
const change = (bytes: number, op: Change['op'] = 'i'): Change => ({
  op,
  database: 'shop',
  collection: 'orders',
  o: op === 'c' ? { create: 'orders' } : {},
  at: { t: 1, i: 1 },
  bytes,
})

async function batchesOf(changes: readonly Change[]): Promise<number[][]> {
  const all = async function* () {
    yield* changes
  }
  const batches: number[][] = []
  for await (const batch of inBatches(all())) batches.push(batch.map(({ bytes }) => bytes / mebibyte))
  return batches
}

describe('changes that are applied by one command', () => {
  it('have at most 8 MiB together, or are a single one', async () => {
    const sizes = [3, 4, 2, 16, 1]
    expect(await batchesOf(sizes.map((size) => change(size * mebibyte)))).toEqual([[3, 4], [2], [16], [1]])
  })

  it('are at most 500', async () => {
    const batches = await batchesOf(Array.from({ length: 1_001 }, () => change(0)))
    expect(batches.map(({ length }) => length)).toEqual([500, 500, 1])
  })

  it('are applied before a command that follows them', async () => {
    const changes = [change(mebibyte), change(0, 'c'), change(2 * mebibyte)]
    expect(await batchesOf(changes)).toEqual([[1], [0], [2]])
  })
})
