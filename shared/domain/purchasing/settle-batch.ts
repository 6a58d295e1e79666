import { randomUUID } from 'node:crypto'
import { cooldownUntil, openUntil, recordAvailability } from '../../platform/circuit-breaker.ts'
import { coalesce } from '../../platform/coalesce.ts'
import type { Supplier } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { type BalanceEvidence, describeEvidence, judgeEvidence } from './balance-evidence.ts'
import { distinctCalls, memberState, type PurchasesByState, purchasesByState } from './batch-members.ts'
import { settlesAt } from './in-flight.ts'
import {
  acquireSettlement,
  isOfAccount,
  openBatch,
  readAccount,
  releaseSettlement,
} from './purchase-batch.ts'
import type { BatchMember, IAccount } from './supplier-account-model.ts'
import { type IUnclearBatch, UnclearBatchModel } from './unclear-batch-model.ts'
import { otherAccountAnswer, type SupplierAnswer } from './unit-rules.ts'
import type { IUnit } from './unit-schema.ts'

type SettleDeps = Pick<Deps, 'redis' | 'env' | 'clock' | 'log' | 'purchaseLog'>

/** What a unit costs: decimal text in the currency of the balance, '' when unknown. */
export type UnitCost = {
  cost: string
  /** Whether earlier purchases prove it, so that it counts as evidence for this one. */
  isProven: boolean
}

/** A purchase that is certain: the supplier gave its order id. */
export type CertainPurchase = { supplierItemId: string; factor: number; orderId: string }

/** An account's balance before and after purchases that are all certain. Decimal texts in the balance's currency. */
export type Batch = {
  account: string
  batch: number
  before: string
  after: string
  bought: readonly CertainPurchase[]
}

export type CostLesson = {
  /** Whether the readings agree with our purchases; undefined when they cannot be compared. */
  isTrue: boolean | undefined
  /** Writes what was learned. */
  keep(): Promise<void>
}

/** What settling a batch needs of the orders with its units, and of costs. */
export type BatchPort = {
  /** The current units, in the order of `members`; undefined where there is none. */
  unitsOf(members: readonly BatchMember[]): Promise<(IUnit | undefined)[]>
  /** Records the result of an unclear unit; does nothing when it was decided meanwhile. */
  settle(member: BatchMember, found: { answer: SupplierAnswer; before: string; after: string }): Promise<void>
  /** The current costs of units at an account, in their order. */
  costsOf(account: string, units: readonly IUnit[]): Promise<UnitCost[]>
  lessonOf(batch: Batch): Promise<CostLesson>
  /**
   * Raises a supplier conflict for decisions of a person that the batch contradicts.
   * @param isDetermined the unclear units are settled by the same evidence
   */
  compareAnswers(batch: IUnclearBatch, isDetermined: boolean): Promise<void>
  /** Orders that wait for the account may be bought before their planned time. */
  reopened(account: string): Promise<void>
}

type SettlementResult =
  /** There is an open batch, or the batch in question has ended. */
  | { kind: 'opened' }
  /** Purchases are in flight, or another process is settling: try again shortly. */
  | { kind: 'busy' }
  /** `isUnresponsive`: it did not answer the balance query just made. */
  | { kind: 'wait'; until: Date; reason: string; isUnresponsive?: boolean }

/**
 * Settles an account's batch and opens the next. Waits until no purchase is in flight, reads the balance, and
 * determines unclear purchases where the difference allows only one result. One process at a time.
 * @param isSettled whether the account, as read, needs no settlement
 */
export async function settleBatch(
  deps: SettleDeps,
  {
    supplier,
    port,
    isSettled,
  }: { supplier: Supplier; port: BatchPort; isSettled(account: IAccount): boolean },
): Promise<SettlementResult> {
  const current = await readAccount(supplier.name)
  if (isSettled(current)) return { kind: 'opened' }
  if (current.settleAt && deps.clock.now() < current.settleAt && (await isUnclear(deps, port, current))) {
    return untilSettled(supplier, current.settleAt)
  }
  const by = randomUUID()
  const account = await acquireSettlement(deps, current, by)
  if (!account) return { kind: 'busy' }
  try {
    return await settleLocked(deps, { supplier, port, account, by })
  } catch (error) {
    await releaseSettlement(account, by).catch(() => undefined)
    throw error
  }
}

/**
 * Whether the account still has an undetermined purchase: a late answer may have settled it. Concurrent calls share one
 * read.
 */
const isUnclear = (deps: SettleDeps, port: BatchPort, { _id, batch, members }: IAccount): Promise<boolean> =>
  coalesce(`${_id}/${batch} unclear`, async () => {
    const calls = distinctCalls(members)
    const units = await port.unitsOf(calls)
    const now = deps.clock.now()
    return calls.some((call, index) =>
      ['in_flight', 'unclear'].includes(memberState(units[index], call, { now, batch })),
    )
  })

const untilSettled = (supplier: Supplier, until: Date): SettlementResult => ({
  kind: 'wait',
  until,
  reason: `${supplier.name} is paused until the outcome of another purchase is known`,
})

type SettlementTask = { supplier: Supplier; port: BatchPort; account: IAccount; by: string }

async function settleLocked(deps: SettleDeps, task: SettlementTask): Promise<SettlementResult> {
  const { supplier, port, account, by } = task
  const members = distinctCalls(account.members)
  const now = deps.clock.now()
  const units = members.length === 0 ? [] : await port.unitsOf(members)
  const { batch } = account
  const states = members.map((member, index) => memberState(units[index], member, { now, batch }))
  if (states.includes('in_flight')) {
    await releaseSettlement(account, by)
    return { kind: 'busy' }
  }
  const begunAt = performance.now()
  const reading = await supplier.queryBalance()
  deps.purchaseLog.addReading(supplier.name, { answer: reading, askedAt: now })
  if (reading.kind === 'unavailable') return handleUnresponsive(deps, task, begunAt)
  const after = reading.kind === 'ok' ? reading.balance : ''
  const bought = purchasesByState(members, units, states)
  if (!isOfAccount(account, supplier)) return switchAccount(deps, task, { after, unclear: bought.unclear })
  if (bought.unclear.length === 0) return learnCosts(deps, task, { after, ...bought })
  const settledAt = settlesAt(
    deps.env,
    bought.unclear.map(({ unit }) => unit),
  )
  const unclearBatch = await batchOf(deps, task, { after, readAt: now, ...bought })
  return settle(deps, task, {
    batch: unclearBatch,
    unclear: bought.unclear,
    settledAt,
    isSettled: now >= settledAt,
  })
}

/** The purchases between two readings, with their current costs. */
async function batchOf(
  deps: SettleDeps,
  { port, account }: SettlementTask,
  { after, readAt, certain, claimed, unclear }: PurchasesByState & { after: string; readAt: Date },
): Promise<IUnclearBatch> {
  const { _id, batch, balance: before } = account
  const open = [...unclear, ...claimed]
  const all = [...certain, ...open]
  const costs = await port.costsOf(
    _id,
    all.map(({ unit }) => unit),
  )
  const purchases = all.map(({ orderId, index, attempt, unit }, at) => ({
    orderId,
    index,
    attempt,
    supplierItemId: unit.supplierItemId,
    cost: costs[at]?.cost ?? '',
  }))
  return {
    _id: `${_id}-${batch}`,
    account: _id,
    batch,
    before,
    after,
    readAt,
    certain: purchases.slice(0, certain.length),
    unclear: purchases.slice(certain.length),
    isProven: costs.every(({ isProven }) => isProven),
    isReconciled: account.isReconciled && !deps.env.SMILE_ACCOUNT_SHARED,
    isOpen: true,
    version: 0,
  }
}

/** The balance is another account's, and proves nothing about purchases from the previous one: a person decides. */
async function switchAccount(
  deps: SettleDeps,
  task: SettlementTask,
  { after, unclear }: { after: string; unclear: readonly BatchMember[] },
): Promise<SettlementResult> {
  const { supplier, port, account } = task
  deps.log.warn({ account: supplier.name, unclear: unclear.length }, 'an account was changed for another')
  const answer = otherAccountAnswer(supplier)
  for (const member of unclear) await port.settle(member, { answer, before: account.balance, after: '' })
  return openNextBatch(deps, task, { after, isReconciled: true })
}

/** A supplier that does not return its balance is not asked to deliver. */
async function handleUnresponsive(
  deps: SettleDeps,
  { supplier, account, by }: SettlementTask,
  begunAt: number,
): Promise<SettlementResult> {
  const cooldown = await cooldownUntil(deps, supplier.name)
  await releaseSettlement(account, by)
  if (cooldown?.isRateLimited) {
    return { kind: 'wait', until: cooldown.until, reason: `${supplier.name} asked us to slow down` }
  }
  await recordAvailability(deps, supplier.name, { begunAt, isAnswered: false })
  const soon = new Date(deps.clock.now().getTime() + 1_000)
  const until = (await openUntil(deps, supplier.name)) ?? soon
  return { kind: 'wait', until, reason: `${supplier.name} does not answer`, isUnresponsive: true }
}

/** `isSettled`: the balance was read after `settledAt`, when a purchase missing in it will not come any more. */
type Unclear = { batch: IUnclearBatch; unclear: readonly BatchMember[]; settledAt: Date; isSettled: boolean }

async function settle(
  deps: SettleDeps,
  task: SettlementTask,
  { batch, unclear, settledAt, isSettled }: Unclear,
): Promise<SettlementResult> {
  const { supplier, port, account, by } = task
  const evidence = evidenceOf(batch)
  const verdict = judgeEvidence(evidence)
  // A delivery cannot be undone, but a missing one may still come: only "all delivered" is accepted early.
  if (verdict.kind !== 'all' && evidence.isReconciled && !isSettled) {
    await releaseSettlement(account, by, { settleAt: settledAt })
    return untilSettled(supplier, settledAt)
  }
  const answer = answerOf(verdict.kind, evidence)
  const summary = { account: supplier.name, batch: account.batch, verdict: verdict.kind, evidence }
  deps.log.warn({ ...summary, unclear }, 'purchase batch settled')
  const { before, after } = evidence
  if (verdict.kind === 'cannot_tell') await storeUnclearBatch(batch)
  await port.compareAnswers(batch, verdict.kind !== 'cannot_tell')
  for (const member of unclear) await port.settle(member, { answer, before, after })
  return openNextBatch(deps, task, { after, isReconciled: account.isReconciled })
}

/** Stored for the person who decides, before the orders are shown to them. */
async function storeUnclearBatch({ _id, ...batch }: IUnclearBatch): Promise<void> {
  await UnclearBatchModel.updateOne({ _id }, { $set: batch }, { upsert: true })
}

const evidenceOf = ({
  before,
  after,
  certain,
  unclear,
  isProven,
  isReconciled,
}: IUnclearBatch): BalanceEvidence => ({
  before,
  after,
  isProven,
  isReconciled,
  certain: certain.map(({ cost }) => cost),
  unclear: unclear.map(({ cost }) => cost),
})

function answerOf(verdict: 'all' | 'none' | 'cannot_tell', evidence: BalanceEvidence): SupplierAnswer {
  switch (verdict) {
    case 'all':
      return { kind: 'delivered', supplierOrderId: '' }
    case 'none':
      return { kind: 'not_found' }
    case 'cannot_tell':
      return { kind: 'unknown', message: describeEvidence(evidence), isFinal: true }
    default:
      return verdict satisfies never
  }
}

/**
 * All purchases are certain: the readings show what units cost, or whether the account is used elsewhere. Written after
 * the next batch is open, so that a process that lost the lock writes nothing.
 */
async function learnCosts(
  deps: SettleDeps,
  task: SettlementTask,
  { after, certain, claimed }: PurchasesByState & { after: string },
): Promise<SettlementResult> {
  const { _id, batch, balance: before, isReconciled } = task.account
  // A delivery by a person's decision proves nothing.
  if (deps.env.SMILE_ACCOUNT_SHARED || claimed.length > 0)
    return openNextBatch(deps, task, { after, isReconciled })
  const bought = certain.map(({ orderId, unit: { supplierItemId, factor } }) => ({
    supplierItemId,
    factor,
    orderId,
  }))
  const lesson = await task.port.lessonOf({ account: _id, batch, before, after, bought })
  if (lesson.isTrue === false)
    deps.log.warn({ account: _id, batch, before, after, bought }, 'supplier balance does not match purchases')
  const result = await openNextBatch(deps, task, { after, isReconciled: lesson.isTrue ?? isReconciled })
  // A failed write does not fail the purchase: the next batch shows the same.
  if (result.kind === 'opened')
    await lesson.keep().catch((error: unknown) => {
      deps.log.error({ account: _id, batch, err: String(error) }, 'costs not recorded')
    })
  return result
}

async function openNextBatch(
  deps: SettleDeps,
  { supplier, account, by, port }: SettlementTask,
  { after, isReconciled }: { after: string; isReconciled: boolean },
): Promise<SettlementResult> {
  const opened = await openBatch(deps, account, {
    by,
    balance: after,
    isReconciled,
    accountId: supplier.accountId,
  })
  if (!opened) return { kind: 'busy' }
  if (account.settleAt && deps.clock.now() < account.settleAt) await port.reopened(account._id)
  return { kind: 'opened' }
}
