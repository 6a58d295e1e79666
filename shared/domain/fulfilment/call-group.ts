import { together } from '../../platform/in-groups.ts'
import { unlessSomeoneWasFirst } from '../../platform/mongo.ts'
import { asFilter, type Guard, type Update } from '../../platform/typed-update.ts'
import type { Supplier } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { AccountModel, type IAccount, type Member } from './account-model.ts'
import { pointsOf } from './evidence.ts'

type GroupDeps = { clock: Deps['clock']; env: Pick<Deps['env'], 'SMILE_GROUP_SIZE' | 'SUPPLIER_TIMEOUT_MS'> }

/** A reading older than this says too little: somebody else may have used the account since. */
const freshMs = 60_000
/** Calls between two readings, for each that may run at once: a reading costs the time of a call. */
const roundsPerReading = 16

/** Read by the compiler, which mongoose's own type of an update does not let it do. */
const update = (one: Update<IAccount>) => one

/** An account of ours at a supplier, by the supplier's name and who logs in there. */
type AtSupplier = Pick<Supplier, 'name' | 'accountId'>

/** Whether a group's balance is that of this account; of a release that kept none it is taken to be. */
export const isOfAccount = ({ accountId = '' }: Pick<IAccount, 'accountId'>, supplier: AtSupplier): boolean =>
  accountId === '' || accountId === supplier.accountId

/** A place in the open group. */
export type Place = { group: number; balance: string }

/**
 * Joins the account's open group, in one compare-and-set, together with all who come at the same time: whoever closes
 * the group afterwards finds the call in it.
 * @returns undefined when the group is closed, full, too old, or the pack would have to be alone
 */
export function joinGroup(
  deps: GroupDeps,
  { name, accountId }: AtSupplier,
  member: Member,
): Promise<Place | undefined> {
  const key = `${name} ${accountId}`
  const join = joiners.get(key) ?? together((joining: Joining[]) => joinAll({ name, accountId }, joining))
  joiners.set(key, join)
  return join({ deps, member })
}

type Joining = { deps: GroupDeps; member: Member }

/** One for each account. */
const joiners = new Map<string, (joining: Joining) => Promise<Place | undefined>>()

/** Where there is no place for all, as many are let in as come first. */
async function joinAll(account: AtSupplier, joining: readonly Joining[]): Promise<(Place | undefined)[]> {
  const [first] = joining
  if (!first) return []
  const members = joining.map(({ member }) => member)
  const mayJoin = members.length <= mostBeside(first.deps, first.member) + 1 && members.every(hasPrice)
  if (members.length > 1 && mayJoin) {
    const place = await joinWith(first.deps, account, members)
    if (place) return members.map(() => place)
  }
  const places: (Place | undefined)[] = []
  let isShut = false
  for (const { deps, member } of joining) {
    const place: Place | undefined = isShut ? undefined : await joinWith(deps, account, [member])
    // Where there is no room for a pack with a price there is none for any.
    isShut ||= !place && hasPrice(member)
    places.push(place)
  }
  return places
}

/** @param members more than one only where all have a price */
async function joinWith(deps: GroupDeps, account: AtSupplier, members: Member[]): Promise<Place | undefined> {
  const [first] = members as [Member]
  const joined = await AccountModel.findOneAndUpdate(
    {
      _id: account.name,
      accountId: { $in: ['', account.accountId] },
      isOpen: true,
      isAlone: false,
      readAt: { $gt: oldestReading(deps) },
      [`members.${mostBeside(deps, first) + 1 - members.length}`]: { $exists: false },
    },
    { $push: { members: { $each: members } }, ...update({ $set: { isAlone: !hasPrice(first) } }) },
    { returnDocument: 'after', projection: { group: 1, balance: 1 } },
  ).lean<Place | null>()
  return joined ?? undefined
}

/** Pure: whether `joinGroup` would have found a place in the group as it was seen. */
export function hasPlace(deps: GroupDeps, seen: IAccount, member: Member): boolean {
  const isFresh = seen.readAt !== null && seen.readAt > oldestReading(deps)
  return seen.isOpen && !seen.isAlone && isFresh && seen.members.length <= mostBeside(deps, member)
}

const oldestReading = ({ clock }: GroupDeps) => new Date(clock.now().getTime() - freshMs)
const hasPrice = ({ cost }: Member) => pointsOf(cost) !== undefined
const mostBeside = ({ env }: GroupDeps, member: Member) =>
  hasPrice(member) ? env.SMILE_GROUP_SIZE * roundsPerReading - 1 : 0

/** A call that was not made after all, at least not by who leaves. */
export async function leaveGroup(account: string, { group }: Place, { by }: Member): Promise<void> {
  await AccountModel.updateOne(
    { _id: account, group },
    { $pull: { members: { by } }, $set: { isAlone: false } },
  )
}

/**
 * Pure: the calls that a group's members stand for. Where a process was gone between joining and calling, its job's
 * next run has joined for the same attempt, and an attempt is made once.
 */
export function callsOf(members: readonly Member[]): Member[] {
  return [...new Map(members.map((one) => [`${one.orderId}/${one.index}/${one.attempt}`, one])).values()]
}

/** Something is unclear: no other call goes out before it is settled. */
export async function closeGroup(account: string, group: number): Promise<void> {
  const guard: Guard<IAccount> = { _id: account, group, isOpen: true }
  await AccountModel.updateOne(asFilter(guard), update({ $set: { isOpen: false } }))
}

/** The account as it is, written down when it is seen for the first time. */
export async function readAccount(account: string): Promise<IAccount> {
  const known = await AccountModel.findById(account).lean<IAccount | null>()
  if (known) return known
  await unlessSomeoneWasFirst(() => AccountModel.insertMany([{ _id: account, group: 0, isOpen: false }]))
  return readAccount(account)
}

/**
 * Takes the task of closing a group's books. @returns the account without further joiners, or undefined when
 * somebody else has the task, has set the time of the second reading meanwhile, or the group is over
 */
export async function takeTurn(deps: GroupDeps, seen: IAccount, by: string): Promise<IAccount | undefined> {
  const now = deps.clock.now()
  // Two readings of the balance and some writing, and then another may try.
  const until = new Date(now.getTime() + 2 * deps.env.SUPPLIER_TIMEOUT_MS + 5_000)
  const taken = await AccountModel.findOneAndUpdate(
    {
      ...{ _id: seen._id, group: seen.group, settleAt: seen.settleAt },
      $or: [{ turn: null }, { 'turn.until': { $lte: now } }],
    },
    update({ $set: { turn: { by, until }, isOpen: false } }),
    { returnDocument: 'after' },
  ).lean<IAccount | null>()
  return taken ?? undefined
}

/** Gives the task back, perhaps with the time of the second reading. */
export async function endTurn(
  account: IAccount,
  by: string,
  set: Partial<Pick<IAccount, 'settleAt'>> = {},
): Promise<void> {
  const guard: Guard<IAccount> = { _id: account._id, 'turn.by': by }
  await AccountModel.updateOne(asFilter(guard), update({ $set: { turn: null, ...set } }))
}

/** Opens the next group with a new reading. False when the task was no longer this caller's. */
export async function openGroup(
  deps: GroupDeps,
  account: IAccount,
  next: { by: string; accountId: string; balance: string; isTrusted: boolean },
): Promise<boolean> {
  const { by, accountId, balance, isTrusted } = next
  const guard: Guard<IAccount> = { _id: account._id, group: account.group, 'turn.by': by }
  const begun = { accountId, group: account.group + 1, balance, isTrusted, readAt: deps.clock.now() }
  const empty = { isOpen: true, isAlone: false, members: [], turn: null, settleAt: null }
  const opened = await AccountModel.updateOne(asFilter(guard), update({ $set: { ...empty, ...begun } }))
  return opened.modifiedCount === 1
}
