import { together } from '../../platform/in-groups.ts'
import { unlessSomeoneWasFirst } from '../../platform/mongo.ts'
import { asFilter, type Guard, type Update } from '../../platform/typed-update.ts'
import type { Supplier } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { AccountModel, type IAccount, type Member } from './account-model.ts'

type GroupDeps = { clock: Deps['clock']; env: Pick<Deps['env'], 'SMILE_GROUP_SIZE' | 'SUPPLIER_TIMEOUT_MS'> }

/** A reading older than this says too little: somebody else may have used the account since. */
const freshMs = 60_000
/** Calls between two readings, for each that may run at once: a reading costs the time of a call. */
const roundsPerReading = 16

/** A purchase that is to tell what its pack costs joins alone: at most one in so long, unless the account is idle. */
const aloneEveryMs = 60_000
/** Idle: nothing has joined for so long. */
const idleMs = 10_000

/** Read by the compiler, which mongoose's own type of an update does not let it do. */
const update = (one: Update<IAccount>) => one

/** An account of ours at a supplier, by the supplier's name and who logs in there. */
type AtSupplier = Pick<Supplier, 'name' | 'accountId'>

/** Whether a group's balance is that of this account; of a release that kept none it is taken to be. */
export const isOfAccount = ({ accountId = '' }: Pick<IAccount, 'accountId'>, supplier: AtSupplier): boolean =>
  accountId === '' || accountId === supplier.accountId

/** A place in the open group. */
export type Place = { group: number; balance: string }

/** `isAlone`: its pack's cost is to be learned from the readings around it, if the account can spare that now. */
export type Joiner = { member: Member; isAlone: boolean }

/**
 * Joins the account's open group, in one compare-and-set, together with all who come at the same time: whoever closes
 * the group afterwards finds the call in it.
 * @returns undefined when the group is closed, full, too old, or the purchase would have to be alone
 */
export function joinGroup(
  deps: GroupDeps,
  { name, accountId }: AtSupplier,
  joiner: Joiner,
): Promise<Place | undefined> {
  const key = `${name} ${accountId}`
  const join = joiners.get(key) ?? together((joining: Joining[]) => joinAll({ name, accountId }, joining))
  joiners.set(key, join)
  return join({ deps, ...joiner })
}

type Joining = Joiner & { deps: GroupDeps }

/** One for each account. */
const joiners = new Map<string, (joining: Joining) => Promise<Place | undefined>>()

/** Where there is no place for all, as many are let in as come first. */
async function joinAll(account: AtSupplier, joining: readonly Joining[]): Promise<(Place | undefined)[]> {
  const [first] = joining
  if (!first) return []
  const members = joining.map(({ member }) => member)
  const mayJoin = members.length <= mostOf(first.deps) && joining.every(({ isAlone }) => !isAlone)
  if (members.length > 1 && mayJoin) {
    const place = await joinBeside(first.deps, account, { members })
    if (place) return members.map(() => place)
  }
  const places: (Place | undefined)[] = []
  let isShut = false
  for (const { deps, member, isAlone } of joining) {
    const place: Place | undefined = isShut
      ? undefined
      : await joinByItself(deps, account, { member, isAlone })
    // Where there is no room beside others there is none for any.
    isShut ||= !place && !isAlone
    places.push(place)
  }
  return places
}

async function joinByItself(
  deps: GroupDeps,
  account: AtSupplier,
  { member, isAlone }: Joiner,
): Promise<Place | undefined> {
  const members = [member]
  if (!isAlone) return joinBeside(deps, account, { members })
  const alone = await joinAlone(deps, account, member)
  return alone ?? joinBeside(deps, account, { members, when: mayNotBeAlone(deps) })
}

/** @param when what must hold of the account besides */
function joinBeside(
  deps: GroupDeps,
  account: AtSupplier,
  { members, when }: Pick<Join, 'members'> & Partial<Join>,
): Promise<Place | undefined> {
  const hasRoom = { [`members.${mostOf(deps) - members.length}`]: { $exists: false } }
  return join(deps, account, { members, when: { ...hasRoom, ...when }, set: {} })
}

const joinAlone = (deps: GroupDeps, account: AtSupplier, member: Member): Promise<Place | undefined> =>
  join(deps, account, {
    members: [member],
    when: { 'members.0': { $exists: false }, $nor: [mayNotBeAlone(deps)] },
    set: { isAlone: true, aloneAt: deps.clock.now() },
  })

type Join = { members: Member[]; when: object; set: Partial<IAccount> }

async function join(
  deps: GroupDeps,
  account: AtSupplier,
  { members, when, set }: Join,
): Promise<Place | undefined> {
  const joined = await AccountModel.findOneAndUpdate(
    {
      ...{ _id: account.name, accountId: { $in: ['', account.accountId] }, isOpen: true, isAlone: false },
      ...{ readAt: { $gt: oldestReading(deps) }, ...when },
    },
    { $push: { members: { $each: members } }, ...update({ $set: { joinedAt: deps.clock.now(), ...set } }) },
    { returnDocument: 'after', projection: { group: 1, balance: 1 } },
  ).lean<Place | null>()
  return joined ?? undefined
}

/** The account is busy, and has been held up for the cost of a pack already. */
const mayNotBeAlone = ({ clock }: GroupDeps) => ({
  joinedAt: { $gt: new Date(clock.now().getTime() - idleMs) },
  aloneAt: { $gt: new Date(clock.now().getTime() - aloneEveryMs) },
})

/** Pure: whether `joinGroup` would have found a place in the group as it was seen. */
export function hasPlace(deps: GroupDeps, seen: IAccount, { isAlone }: Pick<Joiner, 'isAlone'>): boolean {
  const isFresh = seen.readAt !== null && seen.readAt > oldestReading(deps)
  const { joinedAt, aloneAt } = mayNotBeAlone(deps)
  const isBusy = seen.joinedAt !== null && seen.joinedAt > joinedAt.$gt
  const wasAlone = seen.aloneAt !== null && seen.aloneAt > aloneAt.$gt
  const most = isAlone && !(isBusy && wasAlone) ? 1 : mostOf(deps)
  return seen.isOpen && !seen.isAlone && isFresh && seen.members.length < most
}

const oldestReading = ({ clock }: GroupDeps) => new Date(clock.now().getTime() - freshMs)
const mostOf = ({ env }: GroupDeps) => env.SMILE_GROUP_SIZE * roundsPerReading

/** A call that was not made after all, at least not by who leaves. */
export async function leaveGroup(account: string, { group }: Place, { by }: Member): Promise<void> {
  await AccountModel.updateOne(
    { _id: account, group },
    { $pull: { members: { by } }, $set: { isAlone: false } },
  )
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
