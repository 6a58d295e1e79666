import { randomUUID } from 'node:crypto'
import { coalesce } from '../../platform/coalesce.ts'
import type { Supplier } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import type { IAccount, Member } from './account-model.ts'
import { noteAvailability, pausedUntil, restsUntil } from './breaker.ts'
import { endTurn, isOfAccount, openGroup, readAccount, takeTurn } from './call-group.ts'
import { type Books, judge, tellBooks } from './evidence.ts'
import { settlesAt } from './in-flight.ts'
import { callsOf, type MemberState, memberState } from './member-state.ts'
import { type IUnclearBatch, UnclearBatchModel } from './unclear-batch-model.ts'
import { type Answer, ofAnotherAccount } from './unit-rules.ts'
import type { IUnit } from './unit-schema.ts'

type TurnDeps = Pick<Deps, 'redis' | 'env' | 'clock' | 'log' | 'supplierBook'>

/** What a unit costs: decimal text in the unit of the balance, '' while that is not known. */
export type UnitCost = {
  cost: string
  /** Whether earlier purchases prove it, so that it may tell what became of this one. */
  isProven: boolean
}

/** A purchase that is certain: its supplier named its order. */
export type BoughtPack = { supplierItemId: string; factor: number; orderId: string }

/** An account's balance before and after some purchases, all of them certain. Decimal texts in the balance's unit. */
export type Batch = {
  account: string
  group: number
  before: string
  after: string
  bought: readonly BoughtPack[]
}

export type LearnedFrom = {
  /** Whether the readings agree with what was bought; undefined: they cannot be compared. */
  isTrue: boolean | undefined
  /** Writes what was learned. */
  keep(): Promise<void>
}

/** What closing the books needs of the orders whose packs are in them, and of what packs cost. */
export type GroupDesk = {
  /** The packs as they are now, in the order of `members`; undefined where there is none. */
  unitsOf(members: readonly Member[]): Promise<(IUnit | undefined)[]>
  /** Records what was found out about an unclear pack; does nothing when it has been decided meanwhile. */
  settle(member: Member, found: { answer: Answer; before: string; after: string }): Promise<void>
  /** What units cost at an account as is known now, in their order. */
  costsOf(account: string, units: readonly IUnit[]): Promise<UnitCost[]>
  lessonOf(batch: Batch): Promise<LearnedFrom>
  /**
   * Puts before a person what somebody answered about a purchase and its batch shows to be impossible.
   * @param isTold the unclear ones are settled, and tell that by themselves
   */
  compareAnswers(batch: IUnclearBatch, isTold: boolean): Promise<void>
  /** Orders that wait for the account may be bought before the time that they were told. */
  reopened(account: string): Promise<void>
}

export type Turn =
  /** There is an open group, or the one that was asked about is over. */
  | { kind: 'opened' }
  /** Calls are still under way, or somebody else is at the books: ask again shortly. */
  | { kind: 'busy' }
  /** `isSilent`: it was asked for its balance just now, and told nothing. */
  | { kind: 'wait'; until: Date; why: string; isSilent?: boolean }

/**
 * Ends an account's group and begins the next: waits until none of its calls is under way, reads the balance, and
 * settles what was unclear where the difference leaves no doubt. One at a time, whoever comes first.
 * @param isOver whether there is nothing to end in the account as it is seen now
 */
export async function turnOver(
  deps: TurnDeps,
  { supplier, desk, isOver }: { supplier: Supplier; desk: GroupDesk; isOver(seen: IAccount): boolean },
): Promise<Turn> {
  const seen = await readAccount(supplier.name)
  if (isOver(seen)) return { kind: 'opened' }
  if (seen.settleAt && deps.clock.now() < seen.settleAt && (await isUnclear(deps, desk, seen))) {
    return untilSettled(supplier, seen.settleAt)
  }
  const by = randomUUID()
  const account = await takeTurn(deps, seen, by)
  if (!account) return { kind: 'busy' }
  try {
    return await closeBooks(deps, { supplier, desk, account, by })
  } catch (error) {
    await endTurn(account, by).catch(() => undefined)
    throw error
  }
}

/** Whether the account still waits for something: a late answer may have settled it. One read for all that ask at once. */
const isUnclear = (deps: TurnDeps, desk: GroupDesk, { _id, group, members }: IAccount): Promise<boolean> =>
  coalesce(`${_id}/${group} unclear`, async () => {
    const calls = callsOf(members)
    const units = await desk.unitsOf(calls)
    const now = deps.clock.now()
    return calls.some((call, index) =>
      ['in_flight', 'unclear'].includes(memberState(units[index], call, { now, group })),
    )
  })

const untilSettled = (supplier: Supplier, until: Date): Turn => ({
  kind: 'wait',
  until,
  why: `${supplier.name} waits until it is clear what became of another purchase`,
})

type Task = { supplier: Supplier; desk: GroupDesk; account: IAccount; by: string }

async function closeBooks(deps: TurnDeps, task: Task): Promise<Turn> {
  const { supplier, desk, account, by } = task
  const members = callsOf(account.members)
  const now = deps.clock.now()
  const units = members.length === 0 ? [] : await desk.unitsOf(members)
  const { group } = account
  const states = members.map((member, index) => memberState(units[index], member, { now, group }))
  if (states.includes('in_flight')) {
    await endTurn(account, by)
    return { kind: 'busy' }
  }
  const begunAt = performance.now()
  const reading = await supplier.queryBalance()
  deps.supplierBook.reading(supplier.name, { answer: reading, askedAt: now })
  if (reading.kind === 'unavailable') return silent(deps, task, begunAt)
  const after = reading.kind === 'ok' ? reading.balance : ''
  const bought = boughtOf(members, units, states)
  if (!isOfAccount(account, supplier)) return leaveAccount(deps, task, { after, unclear: bought.unclear })
  if (bought.unclear.length === 0) return learn(deps, task, { after, ...bought })
  const settledAt = settlesAt(
    deps.env,
    bought.unclear.map(({ unit }) => unit),
  )
  const batch = await batchOf(deps, task, { after, readAt: now, ...bought })
  return settle(deps, task, { batch, unclear: bought.unclear, settledAt, isSettled: now >= settledAt })
}

type Bought = Member & { unit: IUnit }

/** `claimed`: a person says that it was delivered, and its supplier did not. */
type BoughtParts = Record<'certain' | 'claimed' | 'unclear', Bought[]>

function boughtOf(
  members: readonly Member[],
  units: readonly (IUnit | undefined)[],
  states: readonly MemberState[],
): BoughtParts {
  const parts: BoughtParts = { certain: [], claimed: [], unclear: [] }
  for (const [index, member] of members.entries()) {
    const [unit, state] = [units[index], states[index]]
    if (!unit || (state !== 'delivered' && state !== 'unclear')) continue
    const isClear = state === 'delivered'
    const part = !isClear ? 'unclear' : unit.supplierOrderId === '' ? 'claimed' : 'certain'
    parts[part].push({ ...member, unit })
  }
  return parts
}

/** The purchases between two readings, with what they cost as is known now. */
async function batchOf(
  deps: TurnDeps,
  { desk, account }: Task,
  { after, readAt, certain, claimed, unclear }: BoughtParts & { after: string; readAt: Date },
): Promise<IUnclearBatch> {
  const { _id, group, balance: before } = account
  const open = [...unclear, ...claimed]
  const all = [...certain, ...open]
  const costs = await desk.costsOf(
    _id,
    all.map(({ unit }) => unit),
  )
  const purchases = all.map(({ orderId, index, attempt, unit }, at) => ({
    ...{ orderId, index, attempt, supplierItemId: unit.supplierItemId, cost: costs[at]?.cost ?? '' },
  }))
  return {
    ...{ _id: `${_id}-${group}`, account: _id, group, before, after, readAt },
    certain: purchases.slice(0, certain.length),
    unclear: purchases.slice(certain.length),
    isProven: costs.every(({ isProven }) => isProven),
    isTrusted: account.isTrusted && !deps.env.SMILE_ACCOUNT_SHARED,
    ...{ isOpen: true, version: 0 },
  }
}

/** The balance is another account's, and tells nothing of what was bought from the one before: a person finds out. */
async function leaveAccount(
  deps: TurnDeps,
  task: Task,
  { after, unclear }: { after: string; unclear: readonly Member[] },
): Promise<Turn> {
  const { supplier, desk, account } = task
  deps.log.warn({ account: supplier.name, unclear: unclear.length }, 'an account was changed for another')
  const answer = ofAnotherAccount(supplier)
  for (const member of unclear) await desk.settle(member, { answer, before: account.balance, after: '' })
  return begin(deps, task, { after, isTrusted: true })
}

/** A supplier that does not even tell its balance is not asked to deliver. */
async function silent(deps: TurnDeps, { supplier, account, by }: Task, begunAt: number): Promise<Turn> {
  const rest = await restsUntil(deps, supplier.name)
  await endTurn(account, by)
  if (rest?.isRateLimited) {
    return { kind: 'wait', until: rest.until, why: `${supplier.name} asked us to slow down` }
  }
  await noteAvailability(deps, supplier.name, { begunAt, isAnswered: false })
  const soon = new Date(deps.clock.now().getTime() + 1_000)
  const until = (await pausedUntil(deps, supplier.name)) ?? soon
  return { kind: 'wait', until, why: `${supplier.name} does not answer`, isSilent: true }
}

/** `isSettled`: the balance was asked for after `settledAt`, when whatever is not in it will not come. */
type Unclear = { batch: IUnclearBatch; unclear: readonly Member[]; settledAt: Date; isSettled: boolean }

async function settle(
  deps: TurnDeps,
  task: Task,
  { batch, unclear, settledAt, isSettled }: Unclear,
): Promise<Turn> {
  const { supplier, desk, account, by } = task
  const books = booksOf(batch)
  const verdict = judge(books)
  // What has arrived cannot un-arrive, but what has not may still: so only the good news is believed at once.
  if (verdict.kind !== 'all' && books.trusted && !isSettled) {
    await endTurn(account, by, { settleAt: settledAt })
    return untilSettled(supplier, settledAt)
  }
  const answer = answerOf(verdict.kind, books)
  const told = { account: supplier.name, group: account.group, verdict: verdict.kind, books }
  deps.log.warn({ ...told, unclear }, 'unclear purchases settled by the balance')
  const { before, after } = books
  if (verdict.kind === 'cannot_tell') await keepUnclear(batch)
  await desk.compareAnswers(batch, verdict.kind !== 'cannot_tell')
  for (const member of unclear) await desk.settle(member, { answer, before, after })
  return begin(deps, task, { after, isTrusted: account.isTrusted })
}

/** For the person who has to decide; written before their orders are put in front of them. */
async function keepUnclear({ _id, ...batch }: IUnclearBatch): Promise<void> {
  await UnclearBatchModel.updateOne({ _id }, { $set: batch }, { upsert: true })
}

const booksOf = ({ before, after, certain, unclear, isProven, isTrusted }: IUnclearBatch): Books => ({
  ...{ before, after, isProven, trusted: isTrusted },
  certain: certain.map(({ cost }) => cost),
  unclear: unclear.map(({ cost }) => cost),
})

function answerOf(verdict: 'all' | 'none' | 'cannot_tell', books: Books): Answer {
  switch (verdict) {
    case 'all':
      return { kind: 'delivered', supplierOrderId: '' }
    case 'none':
      return { kind: 'not_found' }
    case 'cannot_tell':
      return { kind: 'unknown', message: tellBooks(books), isFinal: true }
    default:
      return verdict satisfies never
  }
}

/**
 * All is certain: the readings tell what packs cost, or whether another hand spends there. It is written once the next
 * group is open, so that whoever lost the task writes nothing.
 */
async function learn(
  deps: TurnDeps,
  task: Task,
  { after, certain, claimed }: BoughtParts & { after: string },
): Promise<Turn> {
  const { _id, group, balance: before, isTrusted } = task.account
  // What a person took for delivered proves nothing.
  if (deps.env.SMILE_ACCOUNT_SHARED || claimed.length > 0) return begin(deps, task, { after, isTrusted })
  const bought = certain.map(({ orderId, unit: { supplierItemId, factor } }) => ({
    ...{ supplierItemId, factor, orderId },
  }))
  const lesson = await task.desk.lessonOf({ account: _id, group, before, after, bought })
  if (lesson.isTrue === false)
    deps.log.warn(
      { account: _id, group, before, after, bought },
      'an account’s points are not what we bought',
    )
  const turn = await begin(deps, task, { after, isTrusted: lesson.isTrue ?? isTrusted })
  // A purchase does not fail for a lesson: the next batch tells the same.
  if (turn.kind === 'opened')
    await lesson.keep().catch((error: unknown) => {
      deps.log.error({ account: _id, group, err: String(error) }, 'costs not kept')
    })
  return turn
}

async function begin(
  deps: TurnDeps,
  { supplier, account, by, desk }: Task,
  { after, isTrusted }: { after: string; isTrusted: boolean },
): Promise<Turn> {
  const opened = await openGroup(deps, account, {
    ...{ by, balance: after, isTrusted },
    accountId: supplier.accountId,
  })
  if (!opened) return { kind: 'busy' }
  if (account.settleAt && deps.clock.now() < account.settleAt) await desk.reopened(account._id)
  return { kind: 'opened' }
}
