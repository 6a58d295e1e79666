import { batchAnswers } from '../../platform/batch-calls.ts'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import { asFilter, type Guard, type Update } from '../../platform/typed-update.ts'
import type { Supplier } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { AccountModel, type BatchMember, type IAccount } from './supplier-account-model.ts'

type BatchDeps = {
  clock: Deps['clock']
  env: Pick<Deps['env'], 'BALANCE_CONCURRENCY' | 'SUPPLIER_TIMEOUT_MS'>
}

/** A reading older than this says too little: somebody else may have used the account since. */
const freshMs = 60_000
/** Calls between two readings, for each that may run at once: a reading costs the time of a call. */
const roundsPerReading = 16

/** A purchase that is to tell what its pack costs joins alone: at most one in so long, unless the account is idle. */
const exclusiveIntervalMs = 60_000
/** Idle: nothing has joined for so long. */
const idleMs = 10_000

/** Read by the compiler, which mongoose's own type of an update does not let it do. */
const update = (one: Update<IAccount>) => one

/** An account of ours at a supplier, by the supplier's name and who logs in there. */
type AtSupplier = Pick<Supplier, 'name' | 'accountId'>

/** Whether a batch's balance is that of this account; of a release that kept none it is taken to be. */
export const isOfAccount = ({ accountId = '' }: Pick<IAccount, 'accountId'>, supplier: AtSupplier): boolean =>
  accountId === '' || accountId === supplier.accountId

/** A slot in the open batch. */
export type BatchSlot = { batch: number; balance: string }

/** `isExclusive`: its pack's cost is to be learned from the readings around it, if the account can spare that now. */
export type JoinRequest = { member: BatchMember; isExclusive: boolean }

/**
 * Joins the account's open batch, in one compare-and-set, together with all who come at the same time: whoever closes
 * the batch afterwards finds the call in it.
 * @returns undefined when the batch is closed, full, too old, or the purchase would have to be alone
 */
export function joinBatch(
  deps: BatchDeps,
  { name, accountId }: AtSupplier,
  joiner: JoinRequest,
): Promise<BatchSlot | undefined> {
  const key = `${name} ${accountId}`
  const join =
    joiners.get(key) ?? batchAnswers((joining: PendingJoin[]) => joinTogether({ name, accountId }, joining))
  joiners.set(key, join)
  return join({ deps, ...joiner })
}

type PendingJoin = JoinRequest & { deps: BatchDeps }

/** One for each account. */
const joiners = new Map<string, (joining: PendingJoin) => Promise<BatchSlot | undefined>>()

/** Where there is no slot for all, as many are let in as come first. */
async function joinTogether(
  account: AtSupplier,
  joining: readonly PendingJoin[],
): Promise<(BatchSlot | undefined)[]> {
  const [first] = joining
  if (!first) return []
  const members = joining.map(({ member }) => member)
  const mayJoin = members.length <= maxMembers(first.deps) && joining.every(({ isExclusive }) => !isExclusive)
  if (members.length > 1 && mayJoin) {
    const slot = await joinShared(first.deps, account, { members })
    if (slot) return members.map(() => slot)
  }
  const slots: (BatchSlot | undefined)[] = []
  let isStopped = false
  for (const { deps, member, isExclusive } of joining) {
    const slot: BatchSlot | undefined = isStopped
      ? undefined
      : await joinOne(deps, account, { member, isExclusive })
    // Where there is no room beside others there is none for any.
    isStopped ||= !slot && !isExclusive
    slots.push(slot)
  }
  return slots
}

async function joinOne(
  deps: BatchDeps,
  account: AtSupplier,
  { member, isExclusive }: JoinRequest,
): Promise<BatchSlot | undefined> {
  const members = [member]
  if (!isExclusive) return joinShared(deps, account, { members })
  const alone = await joinExclusive(deps, account, member)
  return alone ?? joinShared(deps, account, { members, when: mustShare(deps) })
}

/** @param when what must hold of the account besides */
function joinShared(
  deps: BatchDeps,
  account: AtSupplier,
  { members, when }: Pick<Join, 'members'> & Partial<Join>,
): Promise<BatchSlot | undefined> {
  const hasRoom = { [`members.${maxMembers(deps) - members.length}`]: { $exists: false } }
  return join(deps, account, { members, when: { ...hasRoom, ...when }, set: {} })
}

const joinExclusive = (
  deps: BatchDeps,
  account: AtSupplier,
  member: BatchMember,
): Promise<BatchSlot | undefined> =>
  join(deps, account, {
    members: [member],
    when: { 'members.0': { $exists: false }, $nor: [mustShare(deps)] },
    set: { isExclusive: true, exclusiveAt: deps.clock.now() },
  })

type Join = { members: BatchMember[]; when: object; set: Partial<IAccount> }

async function join(
  deps: BatchDeps,
  account: AtSupplier,
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

/** The account is busy, and has been held up for the cost of a pack already. */
const mustShare = ({ clock }: BatchDeps) => ({
  joinedAt: { $gt: new Date(clock.now().getTime() - idleMs) },
  exclusiveAt: { $gt: new Date(clock.now().getTime() - exclusiveIntervalMs) },
})

/** Pure: whether `joinBatch` would have found a slot in the batch as it was seen. */
export function hasSlot(
  deps: BatchDeps,
  seen: IAccount,
  { isExclusive }: Pick<JoinRequest, 'isExclusive'>,
): boolean {
  const isFresh = seen.readAt !== null && seen.readAt > oldestReading(deps)
  const { joinedAt, exclusiveAt } = mustShare(deps)
  const isBusy = seen.joinedAt !== null && seen.joinedAt > joinedAt.$gt
  const wasExclusive = seen.exclusiveAt !== null && seen.exclusiveAt > exclusiveAt.$gt
  const most = isExclusive && !(isBusy && wasExclusive) ? 1 : maxMembers(deps)
  return seen.isOpen && !seen.isExclusive && isFresh && seen.members.length < most
}

const oldestReading = ({ clock }: BatchDeps) => new Date(clock.now().getTime() - freshMs)
const maxMembers = ({ env }: BatchDeps) => env.BALANCE_CONCURRENCY * roundsPerReading

/** A call that was not made after all, at least not by who leaves. */
export async function leaveBatch(account: string, { batch }: BatchSlot, { by }: BatchMember): Promise<void> {
  await AccountModel.updateOne(
    { _id: account, batch },
    { $pull: { members: { by } }, $set: { isExclusive: false } },
  )
}

/** Something is unclear: no other call goes out before it is settled. */
export async function closeBatch(account: string, batch: number): Promise<void> {
  const guard: Guard<IAccount> = { _id: account, batch, isOpen: true }
  await AccountModel.updateOne(asFilter(guard), update({ $set: { isOpen: false } }))
}

/** The account as it is, written down when it is seen for the first time. */
export async function readAccount(account: string): Promise<IAccount> {
  const known = await AccountModel.findById(account).lean<IAccount | null>()
  if (known) return known
  await ignoreDuplicate(() => AccountModel.insertMany([{ _id: account, batch: 0, isOpen: false }]))
  return readAccount(account)
}

/**
 * Takes the task of closing a batch's books. @returns the account without further joiners, or undefined when
 * somebody else has the task, has set the time of the second reading meanwhile, or the batch is over
 */
export async function acquireSettlement(
  deps: BatchDeps,
  seen: IAccount,
  by: string,
): Promise<IAccount | undefined> {
  const now = deps.clock.now()
  // Two readings of the balance and some writing, and then another may try.
  const until = new Date(now.getTime() + 2 * deps.env.SUPPLIER_TIMEOUT_MS + 5_000)
  const taken = await AccountModel.findOneAndUpdate(
    {
      _id: seen._id,
      batch: seen.batch,
      settleAt: seen.settleAt,
      $or: [{ settlementLock: null }, { 'settlementLock.until': { $lte: now } }],
    },
    update({ $set: { settlementLock: { by, until }, isOpen: false } }),
    { returnDocument: 'after' },
  ).lean<IAccount | null>()
  return taken ?? undefined
}

/** Gives the task back, perhaps with the time of the second reading. */
export async function releaseSettlement(
  account: IAccount,
  by: string,
  set: Partial<Pick<IAccount, 'settleAt'>> = {},
): Promise<void> {
  const guard: Guard<IAccount> = { _id: account._id, 'settlementLock.by': by }
  await AccountModel.updateOne(asFilter(guard), update({ $set: { settlementLock: null, ...set } }))
}

/** Opens the next batch with a new reading. False when the task was no longer this caller's. */
export async function openBatch(
  deps: BatchDeps,
  account: IAccount,
  next: { by: string; accountId: string; balance: string; isReconciled: boolean },
): Promise<boolean> {
  const { by, accountId, balance, isReconciled } = next
  const guard: Guard<IAccount> = { _id: account._id, batch: account.batch, 'settlementLock.by': by }
  const begun = { accountId, batch: account.batch + 1, balance, isReconciled, readAt: deps.clock.now() }
  const empty = { isOpen: true, isExclusive: false, members: [], settlementLock: null, settleAt: null }
  const opened = await AccountModel.updateOne(asFilter(guard), update({ $set: { ...empty, ...begun } }))
  return opened.modifiedCount === 1
}
