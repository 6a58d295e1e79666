import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { groupCommit, ItemFailure } from '@jhatpat/shared/platform/batches/index.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import { contextNow, inContext } from '@jhatpat/shared/platform/request-context.ts'
import fc from 'fast-check'
import mongoose, { type ClientSession } from 'mongoose'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

const appName = `group-${randomUUID()}`
const maxBatchSize = 64

let service: Service
beforeAll(async () => {
  const database = `test-${randomUUID()}`
  const uri = inject('mongodbUri').replace(/^([a-z+]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${database}`)
  service = await startService({
    env: { MONGODB_URI: `${uri}${uri.includes('?') ? '&' : '?'}appName=${appName}` },
  })
  await Promise.all([purses().insertOne({ _id: 'none', left: 0 }), withdrawals().insertOne({ _id: 'none' })])
})
afterAll(() => service.stop())

type Purse = { _id: string; left: number }
type Withdrawal = { _id: string }
const purses = () => mongoose.connection.collection<Purse>('group_purses')
const withdrawals = () => mongoose.connection.collection<Withdrawal>('group_slips')

/** Takes an amount out of a purse under an id that is valid once. A broken one is a programming error. */
type Take = { id: string; purse: string; amount: number; breaks?: boolean }

class Refused extends Error {}

async function takeOne(take: Take, session: ClientSession): Promise<string> {
  if (take.breaks) throw new TypeError('broken')
  const { matchedCount } = await purses().updateOne(
    { _id: take.purse, left: { $gte: take.amount } },
    { $inc: { left: -take.amount } },
    { session },
  )
  if (matchedCount === 0) throw new Refused(take.id)
  await withdrawals().insertOne({ _id: take.id }, { session })
  return take.id
}

async function takeMany(session: ClientSession, takes: Take[]): Promise<(string | Error)[]> {
  if (takes.some(({ breaks }) => breaks)) throw new TypeError('broken')
  const names = [...new Set(takes.map(({ purse }) => purse))]
  const found = await purses()
    .find({ _id: { $in: names } }, { session })
    .toArray()
  const left = new Map(found.map((purse) => [purse._id, purse.left]))
  const results = takes.map(({ id, purse, amount }) => {
    const has = left.get(purse) ?? 0
    if (has < amount) return new Refused(id)
    left.set(purse, has - amount)
    return id
  })
  const done = results.filter((result) => typeof result === 'string')
  if (done.length === 0) return results
  for (const purse of found) {
    await purses().updateOne({ _id: purse._id }, { $set: { left: left.get(purse._id)! } }, { session })
  }
  await withdrawals().insertMany(
    done.map((_id) => ({ _id })),
    { session },
  )
  return results
}

/** A committer that records its calls. */
function recordingCommitter(more: { keyOf?: (take: Take) => string } = {}) {
  const [singles, batches]: [Take[], Take[][]] = [[], []]
  const take = groupCommit<Take, string>({
    one: (item) => {
      singles.push(item)
      return inTransaction((session) => takeOne(item, session))
    },
    many: (session, items) => {
      batches.push(items)
      return takeMany(session, items)
    },
    ...more,
  })
  return { take, ones: singles, groups: batches }
}

async function aPurse(left: number): Promise<string> {
  const _id = randomUUID()
  await purses().insertOne({ _id, left })
  return _id
}

const leftIn = async (purse: string) => (await purses().findOne({ _id: purse }))?.left
const withdrawalsFrom = (purse: string, many: number, amount = 1): Take[] =>
  Array.from({ length: many }, () => ({ id: randomUUID(), purse, amount }))

it('runs a single call at once, and calls that arrive meanwhile together, in order of arrival', async () => {
  const purse = await aPurse(1_000)
  const { take, ones: singles, groups: batches } = recordingCommitter()
  const takes = withdrawalsFrom(purse, 1 + maxBatchSize + 10)
  const all = takes.map(take)
  expect(singles, 'begun before the call returned').toEqual([takes[0]])
  expect(await Promise.all(all)).toEqual(takes.map(({ id }) => id))
  expect(singles).toEqual([takes[0]])
  const [first, second] = [takes.slice(1, 1 + maxBatchSize), takes.slice(1 + maxBatchSize)]
  expect(batches.filter((batch, index) => batch !== batches[index - 1])).toEqual([first, second])
  expect(await leftIn(purse)).toBe(1_000 - takes.length)
})

it('never has two calls of one key in a batch', async () => {
  const purse = await aPurse(1_000)
  const { take, groups: batches } = recordingCommitter({ keyOf: ({ amount }) => String(amount) })
  const takes = Array.from({ length: 24 }, (_, index) => ({
    id: randomUUID(),
    purse,
    amount: 1 + (index % 5),
  }))
  await Promise.all(takes.map(take))
  for (const batch of batches) expect(new Set(batch.map(({ amount }) => amount)).size).toBe(batch.length)
  expect(await leftIn(purse)).toBe(1_000 - takes.reduce((sum, { amount }) => sum + amount, 0))
})

it('runs a batch once more without the item that made it fail', async () => {
  const purse = await aPurse(100)
  const batches: Take[][] = []
  const take = groupCommit<Take, string>({
    one: (item) => inTransaction((session) => takeOne(item, session)),
    many: async (session, items) => {
      batches.push(items)
      const broken = items.find(({ breaks }) => breaks)
      if (broken) throw new ItemFailure(broken, new TypeError('broken'))
      return takeMany(session, items)
    },
  })
  const takes = withdrawalsFrom(purse, 12).map((one, index) => ({ ...one, breaks: index === 4 }))
  const ended = await Promise.allSettled(takes.map(take))
  expect(ended.map(({ status }) => status)).toEqual(
    takes.map(({ breaks }) => (breaks ? 'rejected' : 'fulfilled')),
  )
  expect(ended[4]).toMatchObject({ reason: new TypeError('broken') })
  const others = takes.slice(1).filter(({ breaks }) => !breaks)
  expect(batches).toEqual([takes.slice(1), others])
  expect(await leftIn(purse)).toBe(89)
})

it('keeps each caller’s request context separate', async () => {
  const requestIds: string[] = []
  const record = () => requestIds.push(contextNow().requestId)
  const take = groupCommit<{ breaks: boolean }, string>({
    one: async ({ breaks }) => {
      await sleep(1)
      if (breaks) throw new Error(contextNow().requestId)
      return contextNow().requestId
    },
    many: async (_session, items) => {
      record()
      if (items.some(({ breaks }) => breaks)) throw new Error('all')
      return items.map(() => contextNow().requestId)
    },
  })
  const as = (requestId: string, breaks = false) =>
    inContext({ requestId, from: '' }, async () => {
      const answer = await take({ breaks }).catch((error: Error) => `failed ${error.message}`)
      return [answer, contextNow().requestId]
    })
  const answers = await Promise.all([as('r0'), as('r1'), as('r2'), as('r3', true), as('r4')])
  // The first runs alone. The others are split because of one: two of them are still a batch.
  expect(answers).toEqual([
    ['r0', 'r0'],
    ['', 'r1'],
    ['', 'r2'],
    ['failed r3', 'r3'],
    ['r4', 'r4'],
  ])
  expect(new Set(requestIds)).toEqual(new Set(['']))
})

it('runs other calls while one is blocked on a lock', async () => {
  const [locked, open] = [await aPurse(100), await aPurse(100)]
  const { take } = recordingCommitter()
  const holder = await mongoose.connection.startSession()
  try {
    holder.startTransaction()
    await purses().updateOne({ _id: locked }, { $inc: { left: -1 } }, { session: holder })
    // The first is blocked on the lock alone, the second within a batch.
    const [alone, ...others] = [
      ...withdrawalsFrom(locked, 1),
      ...withdrawalsFrom(open, 5),
      ...withdrawalsFrom(locked, 1),
      ...withdrawalsFrom(open, 5),
    ]
    const [first, rest] = [take(alone!), others.map(take)]
    const free = others.flatMap(({ purse }, index) => (purse === open ? [rest[index]] : []))
    expect(await Promise.all(free)).toHaveLength(10)
    expect(holder.inTransaction()).toBe(true)
    await holder.abortTransaction()
    await Promise.all([first, ...rest])
    expect([await leftIn(locked), await leftIn(open)]).toEqual([98, 90])
  } finally {
    await holder.endSession()
  }
})

type Plan = { purse: number; amount: number; id: number; breaks: boolean; process: number }
const plan = fc.record<Plan>({
  purse: fc.nat({ max: 1 }),
  amount: fc.integer({ min: 1, max: 40 }),
  id: fc.nat({ max: 30 }),
  breaks: fc.nat({ max: 11 }).map((one) => one === 0),
  process: fc.nat({ max: 1 }),
})

it('ends as one by one in some order would, whatever two processes batch', async () => {
  const start = fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: 300 }))
  const runs = fc.asyncProperty(
    start,
    fc.array(plan, { minLength: 1, maxLength: 40 }),
    async (has, plans) => {
      const [run, own] = [randomUUID(), await Promise.all(has.map(aPurse))]
      const processes = [recordingCommitter(), recordingCommitter()]
      const takes = plans.map((one) => ({ ...one, id: `${run}/${one.id}`, purse: own[one.purse]! }))
      const ended = await Promise.allSettled(takes.map((one) => processes[one.process]!.take(one)))
      const done = takes.filter((_one, index) => ended[index]?.status === 'fulfilled')
      const left = await Promise.all(own.map(leftIn))
      const took = (purse: string | undefined) =>
        done.reduce((sum, one) => sum + (one.purse === purse ? one.amount : 0), 0)
      expect(left).toEqual(has.map((paise, index) => paise - took(own[index])))
      const stored = await withdrawals()
        .find({ _id: { $in: takes.map(({ id }) => id) } })
        .toArray()
      expect(stored.map(({ _id }) => _id).toSorted()).toEqual(done.map(({ id }) => id).toSorted())
      for (const [index, one] of takes.entries()) expectReason(one, ended[index]!, { own, left, done })
    },
  )
  await fc.assert(runs, { numRuns: 25 })
}, 120_000)

type End = { own: string[]; left: (number | undefined)[]; done: Take[] }

/** Purses only get emptier, so a refused call would be refused at the end too. */
function expectReason(take: Take, ended: PromiseSettledResult<string>, { own, left, done }: End): void {
  if (ended.status === 'fulfilled') expect([ended.value, take.breaks]).toEqual([take.id, false])
  else if (ended.reason instanceof TypeError) expect(take.breaks).toBe(true)
  else if (ended.reason instanceof Refused) {
    expect(ended.reason.message).toBe(take.id)
    expect(left[own.indexOf(take.purse)]).toBeLessThan(take.amount)
  } else {
    expect(ended.reason.code).toBe(11_000)
    expect(done.map(({ id }) => id)).toContain(take.id)
  }
}

/** Only commands of this file's own connection fail. */
const failing = (mode: unknown, data: object = {}) =>
  mongoose.connection
    .getClient()
    .db('admin')
    .command({
      configureFailPoint: 'failCommand',
      mode,
      ...(mode === 'off' ? {} : { data: { appName, ...data } }),
    })

it.each([
  ['a write fails for no item’s fault', { failCommands: ['insert'], errorCode: 8 }],
  ['a connection breaks at a write', { failCommands: ['update'], closeConnection: true }],
  ['a connection breaks at the commit', { failCommands: ['commitTransaction'], closeConnection: true }],
])('does all calls, each once, when %s', async (_what, data) => {
  const purse = await aPurse(100)
  const { take } = recordingCommitter()
  const [first, ...others] = withdrawalsFrom(purse, 12)
  const lone = take(first!)
  const rest = others.map(take)
  await lone
  await failing({ times: 1 }, data)
  try {
    await Promise.all(rest)
  } finally {
    await failing('off')
  }
  expect(await leftIn(purse)).toBe(88)
})

it('fails all calls of a batch with an unknown commit, and does not repeat it', async () => {
  const purse = await aPurse(100)
  const { take, ones: singles } = recordingCommitter()
  const [first, ...others] = withdrawalsFrom(purse, 12)
  const timeUp = { writeConcernError: { code: 50, codeName: 'MaxTimeMSExpired', errmsg: 'time is up' } }
  const lone = take(first!)
  const rest = others.map(take)
  await lone
  await failing({ times: 1 }, { failCommands: ['commitTransaction'], ...timeUp })
  try {
    for (const ended of await Promise.allSettled(rest)) expect(ended).toMatchObject({ reason: { code: 50 } })
  } finally {
    await failing('off')
  }
  expect(singles).toEqual([first])
  // It was committed in fact, as soon as it was durable.
  await expect.poll(() => leftIn(purse)).toBe(88)
})
