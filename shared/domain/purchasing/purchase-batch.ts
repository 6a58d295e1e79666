import type { mongo } from 'mongoose'
import { batchAnswers, batchDelays } from '../../platform/batches/index.ts'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import { asFilter, type Guard, type Update } from '../../platform/typed-update.ts'
import type { Supplier } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { AccountModel, type BatchMember, type IAccount } from './supplier-account-model.ts'

type BatchDeps = {
  clock: Deps['clock']
  env: Pick<Deps['env'], 'BALANCE_CONCURRENCY' | 'SUPPLIER_TIMEOUT_MS'>
}

/** Maximum age of a reading; after that, purchases from elsewhere may have changed the balance. */
const freshMs = 60_000
/** Purchases between two readings, per concurrent one: a reading takes as long as a purchase. */
const roundsPerReading = 16

/** Minimum interval between purchases that join alone to learn a unit's cost, unless the account is idle. */
const exclusiveIntervalMs = 60_000
/** An account is idle when nothing has joined for this time. */
const idleMs = 10_000

/** Type-checks an update, which mongoose's own type does not. */
const update = (change: Update<IAccount>) => change

/** Our account at a supplier: the supplier's name and the account's id there. */
type SupplierAccountRef = Pick<Supplier, 'name' | 'accountId'>

/** Whether a batch's balance is this account's. A batch without an id is taken to be. */
export const isOfAccount = (
  { accountId = '' }: Pick<IAccount, 'accountId'>,
  supplier: SupplierAccountRef,
): boolean => accountId === '' || accountId === supplier.accountId

/** A slot in the open batch. */
export type BatchSlot = { batch: number; balance: string }

/** `isExclusive`: joins alone, if the account is not busy, so that the readings show what its unit costs. */
export type JoinRequest = { member: BatchMember; isExclusive: boolean }

/**
 * Joins the account's open batch in one compare-and-set, together with concurrent callers. The settlement of the batch
 * then includes the purchase.
 * @returns undefined when the batch is closed, full or too old, or the purchase would have to be alone
 */
export function joinBatch(
  deps: BatchDeps,
  { name, accountId }: SupplierAccountRef,
  joiner: JoinRequest,
): Promise<BatchSlot | undefined> {
  const key = `${name} ${accountId}`
  const join =
    joiners.get(key) ??
    batchAnswers((requests: JoinCall[]) => joinConcurrently({ name, accountId }, requests), {
      batchDelayMs: batchDelays.step,
    })
  joiners.set(key, join)
  return join({ deps, ...joiner })
}

type JoinCall = JoinRequest & { deps: BatchDeps }

/** One batcher per account. */
const joiners = new Map<string, (request: JoinCall) => Promise<BatchSlot | undefined>>()

/** When there are not enough slots for all, grants them in the order of arrival. */
async function joinConcurrently(
  account: SupplierAccountRef,
  requests: readonly JoinCall[],
): Promise<(BatchSlot | undefined)[]> {
  const [first] = requests
  if (!first) return []
  const members = requests.map(({ member }) => member)
  const canShare =
    members.length <= maxMembers(first.deps) && requests.every(({ isExclusive }) => !isExclusive)
  if (members.length > 1 && canShare) {
    const slot = await joinShared(first.deps, account, { members })
    if (slot) return members.map(() => slot)
  }
  const slots: (BatchSlot | undefined)[] = []
  let isFull = false
  for (const { deps, member, isExclusive } of requests) {
    const slot: BatchSlot | undefined = isFull
      ? undefined
      : await joinOne(deps, account, { member, isExclusive })
    // Without a slot in the shared batch, later callers get none either.
    isFull ||= !slot && !isExclusive
    slots.push(slot)
  }
  return slots
}

async function joinOne(
  deps: BatchDeps,
  account: SupplierAccountRef,
  { member, isExclusive }: JoinRequest,
): Promise<BatchSlot | undefined> {
  const members = [member]
  if (!isExclusive) return joinShared(deps, account, { members })
  const exclusive = await joinExclusive(deps, account, member)
  return exclusive ?? joinShared(deps, account, { members, when: busyCondition(deps) })
}

/** @param when further conditions on the account */
function joinShared(
  deps: BatchDeps,
  account: SupplierAccountRef,
  { members, when }: Pick<Join, 'members'> & Partial<Join>,
): Promise<BatchSlot | undefined> {
  const hasRoom = { [`members.${maxMembers(deps) - members.length}`]: { $exists: false } }
  return join(deps, account, { members, when: { ...hasRoom, ...when }, set: {} })
}

const joinExclusive = (
  deps: BatchDeps,
  account: SupplierAccountRef,
  member: BatchMember,
): Promise<BatchSlot | undefined> =>
  join(deps, account, {
    members: [member],
    when: { 'members.0': { $exists: false }, $nor: [busyCondition(deps)] },
    set: { isExclusive: true, exclusiveAt: deps.clock.now() },
  })

type Join = { members: BatchMember[]; when: object; set: Partial<IAccount> }

async function join(
  deps: BatchDeps,
  account: SupplierAccountRef,
  { members, when, set }: Join,
): Promise<BatchSlot | undefined> {
  const joined = await AccountModel.findOneAndUpdate(
    {
      _id: account.name,
      accountId: { $in: ['', account.accountId] },
      isOpen: true,
      isExclusive: false,
      readAt: { $gt: oldestReading(deps) },
      ...when,
    },
    { $push: { members: { $each: members } }, ...update({ $set: { joinedAt: deps.clock.now(), ...set } }) },
    { returnDocument: 'after', projection: { batch: 1, balance: 1 } },
  ).lean<BatchSlot | null>()
  return joined ?? undefined
}

/** The account is busy, and another purchase has joined alone recently. */
const busyCondition = ({ clock }: BatchDeps) => ({
  joinedAt: { $gt: new Date(clock.now().getTime() - idleMs) },
  exclusiveAt: { $gt: new Date(clock.now().getTime() - exclusiveIntervalMs) },
})

/** Pure. Whether `joinBatch` would have found a slot in the batch as it was read. */
export function hasSlot(
  deps: BatchDeps,
  account: IAccount,
  { isExclusive }: Pick<JoinRequest, 'isExclusive'>,
): boolean {
  const isFresh = account.readAt !== null && account.readAt > oldestReading(deps)
  const { joinedAt, exclusiveAt } = busyCondition(deps)
  const isBusy = account.joinedAt !== null && account.joinedAt > joinedAt.$gt
  const wasExclusive = account.exclusiveAt !== null && account.exclusiveAt > exclusiveAt.$gt
  const capacity = isExclusive && !(isBusy && wasExclusive) ? 1 : maxMembers(deps)
  return account.isOpen && !account.isExclusive && isFresh && account.members.length < capacity
}

const oldestReading = ({ clock }: BatchDeps) => new Date(clock.now().getTime() - freshMs)
const maxMembers = ({ env }: BatchDeps) => env.BALANCE_CONCURRENCY * roundsPerReading

/**
 * Removes a purchase that was not made. Matched by its own `by`, so another run's purchase of the same attempt stays.
 */
export async function leaveBatch(account: string, { batch }: BatchSlot, { by }: BatchMember): Promise<void> {
  await AccountModel.updateOne(
    { _id: account, batch },
    { $pull: { members: { by } }, $set: { isExclusive: false } },
  )
}

/** Closes the batch after an unclear purchase: no other purchase goes out before it is settled. */
export async function closeBatch(account: string, batch: number): Promise<void> {
  const guard: Guard<IAccount> = { _id: account, batch, isOpen: true }
  await AccountModel.updateOne(asFilter(guard), update({ $set: { isOpen: false } }))
}

/** The account; created on first use. */
export async function readAccount(account: string): Promise<IAccount> {
  const stored = await AccountModel.findById(account).lean<IAccount | null>()
  if (stored) return stored
  await ignoreDuplicate(() => AccountModel.insertMany([{ _id: account, batch: 0, isOpen: false }]))
  return readAccount(account)
}

/**
 * For a restoration: the stored balances are older than purchases that are unknown here, and prove nothing. The next
 * purchase reads them anew.
 */
export async function forgetBalances(db: mongo.Db): Promise<void> {
  const forgotten = { balance: '', isOpen: false, isExclusive: false, members: [], settlementLock: null }
  await db
    .collection(AccountModel.collection.collectionName)
    .updateMany({}, { $set: { ...forgotten, settleAt: null, readAt: null } })
}

/**
 * Acquires the lock to settle a batch.
 * @returns the account, closed to further purchases, or undefined when the lock is held, another process has set the
 * time of the second reading meanwhile, or the batch has ended
 */
export async function acquireSettlement(
  deps: BatchDeps,
  seen: IAccount,
  by: string,
): Promise<IAccount | undefined> {
  const now = deps.clock.now()
  // Enough for two balance readings and the writes; after that another process may try.
  const until = new Date(now.getTime() + 2 * deps.env.SUPPLIER_TIMEOUT_MS + 5_000)
  const locked = await AccountModel.findOneAndUpdate(
    {
      _id: seen._id,
      batch: seen.batch,
      settleAt: seen.settleAt,
      $or: [{ settlementLock: null }, { 'settlementLock.until': { $lte: now } }],
    },
    update({ $set: { settlementLock: { by, until }, isOpen: false } }),
    { returnDocument: 'after' },
  ).lean<IAccount | null>()
  return locked ?? undefined
}

/** Releases the settlement lock, optionally setting the time of the second reading. */
export async function releaseSettlement(
  account: IAccount,
  by: string,
  set: Partial<Pick<IAccount, 'settleAt'>> = {},
): Promise<void> {
  const guard: Guard<IAccount> = { _id: account._id, 'settlementLock.by': by }
  await AccountModel.updateOne(asFilter(guard), update({ $set: { settlementLock: null, ...set } }))
}

/**
 * Opens the next batch with a new reading.
 * @returns false when the settlement lock was lost
 */
export async function openBatch(
  deps: BatchDeps,
  account: IAccount,
  next: { by: string; accountId: string; balance: string; isReconciled: boolean },
): Promise<boolean> {
  const { by, accountId, balance, isReconciled } = next
  const guard: Guard<IAccount> = { _id: account._id, batch: account.batch, 'settlementLock.by': by }
  const opening = { accountId, batch: account.batch + 1, balance, isReconciled, readAt: deps.clock.now() }
  const empty = { isOpen: true, isExclusive: false, members: [], settlementLock: null, settleAt: null }
  const opened = await AccountModel.updateOne(asFilter(guard), update({ $set: { ...empty, ...opening } }))
  return opened.modifiedCount === 1
}
