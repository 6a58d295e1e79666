import { randomUUID } from 'node:crypto'
import { coalesce } from '../../platform/coalesce.ts'
import type { Supplier } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import type { IAccount, Member } from './account-model.ts'
import { noteAvailability, pausedUntil, restsUntil } from './breaker.ts'
import { callsOf, endTurn, isOfAccount, openGroup, readAccount, takeTurn } from './call-group.ts'
import { agree, type Books, judge, pointsOf, tellBooks } from './evidence.ts'
import { settlesAt } from './in-flight.ts'
import { memberState } from './member-state.ts'
import { type Answer, ofAnotherAccount } from './unit-rules.ts'
import type { IUnit } from './unit-schema.ts'

type TurnDeps = Pick<Deps, 'redis' | 'env' | 'clock' | 'log' | 'supplierBook'>

/** What closing the books needs of the orders whose packs are in them. */
export type GroupDesk = {
  /** The packs as they are now, in the order of `members`; undefined where there is none. */
  unitsOf(members: readonly Member[]): Promise<(IUnit | undefined)[]>
  /** Records what was found out about an unclear pack; does nothing when it has been decided meanwhile. */
  settle(member: Member, found: { answer: Answer; before: string; after: string }): Promise<void>
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
      ['in_flight', 'unclear'].includes(memberState(units[index], call, now)),
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
  const states = members.map((member, index) => memberState(units[index], member, now))
  if (states.includes('in_flight')) {
    await endTurn(account, by)
    return { kind: 'busy' }
  }
  const reading = await supplier.queryBalance()
  deps.supplierBook.reading(supplier.name, { answer: reading, askedAt: now })
  if (reading.kind === 'unavailable') return silent(deps, task)
  const after = reading.kind === 'ok' ? reading.balance : ''
  const certain = members.filter((_member, index) => states[index] === 'delivered').map(({ cost }) => cost)
  const isUnclear = (_one: unknown, index: number) => states[index] === 'unclear'
  const unclear = members.filter(isUnclear)
  if (!isOfAccount(account, supplier)) return leaveAccount(deps, task, { after, unclear })
  if (unclear.length === 0)
    return begin(deps, task, { after, isTrusted: trustAfter(deps, account, { after, certain }) })
  const books = {
    ...{ before: account.balance, after, certain, unclear: unclear.map(({ cost }) => cost) },
    trusted: account.isTrusted && !deps.env.SMILE_ACCOUNT_SHARED,
  }
  const sent = units.filter(isUnclear).flatMap((unit) => unit ?? [])
  const provenAt = settlesAt(deps.env, sent)
  return settle(deps, task, { books, unclear, provenAt, isProven: now >= provenAt })
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
async function silent(deps: TurnDeps, { supplier, account, by }: Task): Promise<Turn> {
  const rest = await restsUntil(deps, supplier.name)
  await endTurn(account, by)
  if (rest?.isRateLimited) {
    return { kind: 'wait', until: rest.until, why: `${supplier.name} asked us to slow down` }
  }
  await noteAvailability(deps, supplier.name, false)
  const soon = new Date(deps.clock.now().getTime() + 1_000)
  const until = (await pausedUntil(deps, supplier.name)) ?? soon
  return { kind: 'wait', until, why: `${supplier.name} does not answer`, isSilent: true }
}

/** `isProven`: the balance was asked for after `provenAt`, when whatever is not in it will not come. */
type Unclear = { books: Books; unclear: Member[]; provenAt: Date; isProven: boolean }

async function settle(
  deps: TurnDeps,
  task: Task,
  { books, unclear, provenAt, isProven }: Unclear,
): Promise<Turn> {
  const { supplier, desk, account, by } = task
  const verdict = judge(books)
  // What has arrived cannot un-arrive, but what has not may still: so only the good news is believed at once.
  if (verdict.kind !== 'all' && books.trusted && !isProven) {
    await endTurn(account, by, { settleAt: provenAt })
    return untilSettled(supplier, provenAt)
  }
  const answer = answerOf(verdict.kind, books)
  const told = { account: supplier.name, group: account.group, verdict: verdict.kind, books }
  deps.log.warn({ ...told, unclear }, 'unclear purchases settled by the balance')
  const { before, after } = books
  for (const member of unclear) await desk.settle(member, { answer, before, after })
  return begin(deps, task, { after, isTrusted: account.isTrusted })
}

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

/** Readings that differ from what we bought mean another hand, or a price that is wrong: no evidence for now. */
function trustAfter(
  deps: TurnDeps,
  { _id, group, balance, isTrusted }: IAccount,
  { after, certain }: Pick<Books, 'after' | 'certain'>,
): boolean {
  const comparable = [balance, after, ...certain].every((text) => pointsOf(text) !== undefined)
  if (!comparable) return isTrusted
  const isTrue = agree({ before: balance, after, certain })
  if (!isTrue && !deps.env.SMILE_ACCOUNT_SHARED) {
    deps.log.warn(
      { account: _id, group, balance, after, certain },
      'an account’s points are not what we bought',
    )
  }
  return isTrue
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
