import { randomUUID } from 'node:crypto'
import {
  type JournalEntry,
  postEntries,
  postEntriesBatch,
  verifyBalances,
  WalletModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { inTransaction, isDuplicateKey } from '@jhatpat/shared/platform/mongo.ts'
import fc from 'fast-check'
import mongoose, { Types } from 'mongoose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/**
 * Money into a wallet (`from` -1), out of one (`to` -1), or from one to another, under one of a few causes.
 */
type Step = { from: number; to: number; paise: number; cause: number }
const step = fc
  .record<Step>({
    from: fc.integer({ min: -1, max: 1 }),
    to: fc.integer({ min: -1, max: 1 }),
    paise: fc.integer({ min: 1, max: 1_000 }),
    cause: fc.nat({ max: 7 }),
  })
  .filter(({ from, to }) => from !== to)
const steps = fc.array(step, { minLength: 1, maxLength: 10 })

type Outcome = 'posted' | 'insufficient_balance' | 'posted before'

/** Two new wallets for each run, so that no cleanup is needed. */
function newLedger() {
  const run = randomUUID()
  const wallets = [new Types.ObjectId(), new Types.ObjectId()]
  const account = (index: number) => (index < 0 ? 'adjustments' : `wallet:${wallets[index]}`)
  const entryOf = ({ from, to, paise, cause }: Step): JournalEntry => ({
    kind: 'adjustment',
    ref: `${run}/${cause}`,
    postings: [
      { account: account(from), amountPaise: -paise },
      { account: account(to), amountPaise: paise },
    ],
  })
  const balances = () =>
    Promise.all(wallets.map(async (id) => (await WalletModel.findById(id).lean())?.balancePaise ?? 0))
  return { entryOf, balances }
}

async function post(entry: JournalEntry): Promise<Outcome> {
  try {
    await inTransaction((session) => postEntries(session, [entry], new Date()))
    return 'posted'
  } catch (error) {
    if (isDuplicateKey(error)) return 'posted before'
    if (error instanceof AppError && error.code === 'insufficient_balance') return error.code
    throw error
  }
}

/** The same in plain numbers. */
function plainLedger() {
  const balances = [0, 0]
  const causes = new Set<number>()
  const posted: Step[] = []
  /** The allowed results: where two reasons to refuse apply, either. */
  const apply = (one: Step): Outcome[] => {
    const { from, to, paise, cause } = one
    const refusals: Outcome[] = causes.has(cause) ? ['posted before'] : []
    if (from >= 0 && balances[from]! < paise) refusals.push('insufficient_balance')
    if (refusals.length > 0) return refusals
    if (from >= 0) balances[from]! -= paise
    if (to >= 0) balances[to]! += paise
    causes.add(cause)
    posted.push(one)
    return ['posted']
  }
  return { balances, posted, apply }
}

it('keeps wallets as plain numbers would, refuses the same postings, and restores all by reversals', async () => {
  const runs = fc.asyncProperty(steps, async (postings) => {
    const ledger = newLedger()
    const plain = plainLedger()
    for (const one of postings) {
      expect(plain.apply(one)).toContain(await post(ledger.entryOf(one)))
      expect(await ledger.balances()).toEqual(plain.balances)
    }
    for (const { from, to, paise, cause } of plain.posted.toReversed()) {
      expect(await post(ledger.entryOf({ from: to, to: from, paise, cause: cause + 100 }))).toBe('posted')
    }
    expect(await ledger.balances()).toEqual([0, 0])
  })
  await fc.assert(runs, { numRuns: 25 })
  expect((await verifyBalances()).faults).toEqual([])
})

it('posts each cause once and spends no money twice when all postings run at once', async () => {
  const runs = fc.asyncProperty(steps, fc.integer({ min: 0, max: 1_500 }), async (postings, paise) => {
    const ledger = newLedger()
    if (paise > 0) await post(ledger.entryOf({ from: -1, to: 0, paise, cause: 99 }))
    const outcomes = await Promise.all([...postings, ...postings].map((one) => post(ledger.entryOf(one))))
    const posted = [...postings, ...postings].filter((_one, index) => outcomes[index] === 'posted')
    expect(new Set(posted.map((one) => one.cause)).size).toBe(posted.length)
    const sum = (wallet: number) =>
      posted.reduce(
        (total, { from, to, paise: amount }) =>
          total + (to === wallet ? amount : 0) - (from === wallet ? amount : 0),
        wallet === 0 ? paise : 0,
      )
    const balances = await ledger.balances()
    expect(balances).toEqual([sum(0), sum(1)])
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(0)
  })
  await fc.assert(runs, { numRuns: 12 })
  expect((await verifyBalances()).faults).toEqual([])
})

type Posted = Awaited<ReturnType<typeof postEntriesBatch>>[number]

type Wallets = { balancesAfter: number[]; versions: Map<string, number> }

/** The reply to one posting, with the wallets after it. */
function expectPosted(outcome: Posted | undefined, expected: Outcome, { balancesAfter, versions }: Wallets) {
  expect(outcome instanceof Map ? 'posted' : outcome?.code).toBe(expected)
  for (const [owner, { version, balancePaise }] of outcome instanceof Map ? outcome : []) {
    expect(version).toBe((versions.get(owner) ?? 0) + 1)
    versions.set(owner, version)
    expect(balancesAfter).toContain(balancePaise)
  }
}

it('posts a batch as it would one by one, each entry with the wallet after it', async () => {
  const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 })
  const runs = fc.asyncProperty(batches, async (sequences) => {
    const [ledger, plain, versions] = [newLedger(), plainLedger(), new Map<string, number>()]
    let cause = 0
    for (const postings of sequences) {
      const batch = postings.map((one) => ({ ...one, cause: cause++ }))
      const causes = batch.map((one) => ({ entries: [ledger.entryOf(one)], at: new Date() }))
      const outcomes = await inTransaction((session) => postEntriesBatch(session, causes))
      for (const [index, one] of batch.entries()) {
        expectPosted(outcomes[index], plain.apply(one)[0]!, { balancesAfter: plain.balances, versions })
      }
      expect(await ledger.balances()).toEqual(plain.balances)
    }
  })
  await fc.assert(runs, { numRuns: 25 })
  expect((await verifyBalances()).faults).toEqual([])
})

it('posts nothing of a batch whose wallet changed between the read and the write', async () => {
  const ledger = newLedger()
  await post(ledger.entryOf({ from: -1, to: 0, paise: 1_000, cause: 0 }))
  // Without a transaction the two would not conflict; both have read before either writes.
  const write = WalletModel.bulkWrite.bind(WalletModel)
  const haveRead = Promise.withResolvers<void>()
  let reads = 0
  const delayed = vi.spyOn(WalletModel, 'bulkWrite').mockImplementation(async (...moves) => {
    reads += 1
    if (reads === 2) haveRead.resolve()
    await haveRead.promise
    return write(...moves)
  })
  const sessions = await Promise.all([1, 2].map(() => mongoose.connection.startSession()))
  try {
    const both = sessions.map((session, cause) =>
      postEntriesBatch(session, [
        { entries: [ledger.entryOf({ from: 0, to: -1, paise: 600, cause: cause + 1 })], at: new Date() },
      ]),
    )
    const ended = await Promise.allSettled(both)
    expect(ended.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { message: 'a wallet was moved meanwhile' } },
    ])
  } finally {
    delayed.mockRestore()
    await Promise.all(sessions.map((session) => session.endSession()))
  }
  expect(await ledger.balances()).toEqual([400, 0])
  expect((await verifyBalances()).faults).toEqual([])
})
