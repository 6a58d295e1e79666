import { lastWrite, readAfterWrites } from '@jhatpat/shared/platform/read-after-writes.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { until } from '../../support/buying.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const collection = () => mongoose.connection.collection<{ _id: number }>('read_after_writes')
beforeEach(() => collection().deleteMany({}))

function database() {
  const { db } = mongoose.connection
  if (!db) throw new Error('there is no connection to MongoDB')
  return db
}

/** A read with the number of times that it was made. */
function countedRead() {
  let reads = 0
  const read = readAfterWrites(async () => {
    reads += 1
    return (await collection().find().toArray()).map(({ _id }) => _id)
  })
  return { read, reads: () => reads }
}

it('is made again after each write, and has it', async () => {
  const { read } = countedRead()
  for (let count = 0; count < 20; count += 1) {
    expect(await read()).toHaveLength(count)
    await collection().insertOne({ _id: count })
  }
})

it('has what was written before its call, while an earlier call waits for its answer', async () => {
  const { read } = countedRead()
  expect(await read()).toEqual([])
  const [asked, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const admin = database().admin()
  vi.spyOn(database(), 'admin').mockImplementationOnce(() => {
    const command = async () => {
      const answer = await admin.command({ hello: 1 })
      asked.resolve()
      await written.promise
      return answer
    }
    return { command } as never
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const earlier = read()
  await asked.promise
  await collection().insertOne({ _id: 1 })
  const later = read()
  written.resolve()
  expect(await later).toEqual([1])
  await earlier
})

it('is asked for once by calls of one turn of the event loop', async () => {
  const admin = vi.spyOn(database(), 'admin')
  onTestFinished(() => void vi.restoreAllMocks())
  await Promise.all([countedRead().read(), countedRead().read(), lastWrite()])
  expect(admin).toHaveBeenCalledTimes(1)
})

it('is not made again while no client writes', async () => {
  const { read, reads } = countedRead()
  // Tests of other files write to the same server.
  const readTwiceUnwritten = async () => {
    const before = await lastWrite()
    const [one, readsBefore, other] = [await read(), reads(), await read()]
    return before === (await lastWrite()) && { isSame: one === other, more: reads() - readsBefore }
  }
  expect(await until(readTwiceUnwritten, (result) => result !== false)).toEqual({ isSame: true, more: 0 })
})
