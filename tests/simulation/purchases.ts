import { judgeEvidence } from '@jhatpat/shared/domain/fulfilment/evidence.ts'
import { inFlightUntil, settlesAt } from '@jhatpat/shared/domain/fulfilment/in-flight.ts'
import { distinctCalls, joinToSendTimeoutMs, memberState } from '@jhatpat/shared/domain/fulfilment/member-state.ts'
import { type SupplierAnswer, nextUnitStep } from '@jhatpat/shared/domain/fulfilment/unit-rules.ts'
import type { IUnit } from '@jhatpat/shared/domain/fulfilment/unit-schema.ts'
import { record, requeue, type Target } from './answers.ts'
import { buy, lookUp, queryBalance } from './vendors.ts'
import {
  changeOrder,
  env,
  type Job,
  readOrder,
  type SimMember,
  type SimOrder,
  say,
  unitPrice,
  type Wish,
  type World,
} from './world.ts'

type Steps<T> = Generator<Wish, T, unknown>

function* act<T>(does: () => T): Steps<T> {
  return (yield { kind: 'do', act: does }) as T
}
function* call<T>(wish: () => Wish): Steps<T> {
  const made = yield* act(wish)
  return (yield made) as T
}

const dateOf = (ms: number) => new Date(ms)
const accountId = 'account'

/**
 * One run of the work that an order owes, as a worker makes it: the product's rules, and between them the steps at which
 * it reads, writes and calls. It may crash at each.
 */
export function* fulfil(world: World, { orderId, seq }: Job): Steps<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    const order = yield* act(() => readOrder(world, orderId))
    if (order.status !== 'Processing' || order.seq !== seq || order.dueAt === null) return
    const step = nextUnitStep(order.units, order.kind)
    if (step.kind === 'all_delivered') {
      yield* act(() => complete(world, orderId))
      return
    }
    if (step.kind === 'blocked') return
    const target = { order, index: step.index, unit: order.units[step.index] as IUnit, seq }
    const goOn = yield* takeStep(world, step.kind, target)
    if (!goOn) return
  }
}

function* takeStep(world: World, kind: string, target: Target): Steps<boolean> {
  switch (kind) {
    case 'send':
      return target.order.kind === 'lookup'
        ? (yield* send(world, target, { batch: 0, balanceBefore: '' })) === true
        : yield* sendInBatch(world, target)
    case 'lookup': {
      const { unit } = target
      const askedAt = world.now
      const answer = yield* call<SupplierAnswer>(() => lookUp(world, unit.ref, unit.supplierOrderId))
      return yield* answered(world, { ...target, askedAt }, answer)
    }
    case 'settle':
      return yield* settle(world, target)
    case 'orphaned':
      return yield* takeOver(world, target)
    default:
      return false
  }
}

type Sending = { batch: number; balanceBefore: string }

/** Commits the attempt, and calls. */
function* send(world: World, target: Target, { batch, balanceBefore }: Sending): Steps<boolean | 'not_sent'> {
  const { order, index, unit, seq } = target
  const begunAt = world.now
  const committed = yield* act(() => {
    const sentAt = dateOf(world.now)
    return changeOrder(world, order.id, {
      guard: (now) => {
        const known = now.units[index] as IUnit
        return (
          now.status === 'Processing' &&
          now.seq === seq &&
          known.state === unit.state &&
          known.attempt === unit.attempt
        )
      },
      change: (now) => {
        const known = now.units[index] as IUnit
        const sent = {
          state: 'sending',
          attempt: unit.attempt + 1,
          sentAt,
          sentBy: String(now.revision),
        } as const
        Object.assign(known, { ...sent, answeredAt: null, message: '', accountId, batch, balanceBefore })
        known.sentBatch = batch
        known.balanceAfter = ''
        now.dueAt = inFlightUntil(env, { sentAt }).getTime()
      },
    })
  })
  if (!committed) return 'not_sent'
  const sent = committed.units[index] as IUnit
  const answer = yield* call<SupplierAnswer>(() => {
    // Who was held up since it began does not call any more.
    if (world.now - begunAt > joinToSendTimeoutMs) {
      return { kind: 'wait', until: world.now, answer: { kind: 'unavailable', message: 'not sent in time' } }
    }
    say(world, `${sent.ref}: attempt ${sent.attempt} is sent`)
    return buy(world, order.kind, sent.ref)
  })
  const goOn = yield* answered(world, { ...target, order: committed, unit: sent }, answer)
  if (answer.kind === 'unknown' && batch > 0) yield* act(() => closeBatch(world, batch))
  return goOn
}

const closeBatch = ({ account }: World, batch: number): void => {
  if (account.batch === batch) account.isOpen = false
}

function* sendInBatch(world: World, target: Target): Steps<boolean> {
  const { order, index, unit, seq } = target
  const by = `${order.id}/${index}/${world.random.below(1e9)}`
  for (let tries = 0; tries < 5; tries += 1) {
    const joinedAt = world.now
    const member: SimMember = {
      orderId: order.id,
      index,
      attempt: unit.attempt + 1,
      by,
      at: dateOf(joinedAt),
    }
    const slot = yield* act(() => join(world, member))
    if (slot) {
      // Who was held up between joining and calling does not call.
      if (world.now - joinedAt > joinToSendTimeoutMs) {
        yield* act(() => leave(world, slot.batch, by))
        return false
      }
      const goOn = yield* send(world, target, { batch: slot.batch, balanceBefore: String(slot.balance) })
      if (goOn === 'not_sent') yield* act(() => leave(world, slot.batch, by))
      return goOn === true
    }
    const turn = yield* settleBatch(world, () => hasSlot(world))
    if (typeof turn === 'number') {
      yield* act(() => putOff(world, order.id, { seq, at: turn }))
      return false
    }
  }
  yield* act(() => putOff(world, order.id, { seq, at: world.now + 500 }))
  return false
}

/** A reading older than a minute says too little. */
const hasSlot = ({ account, now }: Pick<World, 'account' | 'now'>): boolean =>
  account.isOpen && now - account.readAt <= 60_000

function join({ account, now }: World, member: SimMember): { batch: number; balance: number } | undefined {
  if (!hasSlot({ account, now })) return undefined
  account.members.push(member)
  return { batch: account.batch, balance: account.balance }
}

/** A call that was not made after all. */
function leave({ account }: World, batch: number, by: string): void {
  if (account.batch === batch) account.members = account.members.filter((one) => one.by !== by)
}

/** @returns when to ask again; undefined: the batch is over, or somebody is at it */
function* settleBatch(world: World, isOver: () => boolean): Steps<number | undefined> {
  const { account } = world
  const seen = yield* act(() => structuredClone(account))
  if (isOver()) return undefined
  if (seen.settleAt !== null && world.now < seen.settleAt && isUnclear(world)) return seen.settleAt
  const by = String(world.random.below(1e9))
  const isTaken = yield* act(() => {
    const isFree = !account.settlementLock || account.settlementLock.until <= world.now
    if (account.batch !== seen.batch || !isFree) return false
    account.settlementLock = { by, until: world.now + 2 * env.SUPPLIER_TIMEOUT_MS + 5_000 }
    account.isOpen = false
    return true
  })
  if (!isTaken) return world.now + 500
  const members = distinctCalls(structuredClone(account.members))
  const states = () => members.map((one) => stateOf(world, one))
  if (states().includes('in_flight')) return yield* act(() => releaseSettlement(world, by, world.now + 500))
  const now = world.now
  const before = states()
  const after = yield* call<number | undefined>(() => queryBalance(world))
  if (after === undefined) return yield* act(() => releaseSettlement(world, by, world.now + 1_000))
  const unclear = members.filter((_one, index) => before[index] === 'unclear')
  if (unclear.length > 0) {
    const units = unclear.map((one) => world.orders.get(one.orderId)?.units[one.index] as IUnit)
    const settleAt = settlesAt(env, units).getTime()
    const verdict = judgeEvidence({
      ...{ before: String(seen.balance), after: String(after), isProven: true, isReconciled: true },
      certain: before.filter((state) => state === 'delivered').map(() => String(unitPrice)),
      unclear: unclear.map(() => String(unitPrice)),
    })
    if (verdict.kind !== 'all' && now < settleAt) {
      return yield* act(() => {
        if (account.settlementLock?.by === by) account.settleAt = settleAt
        return releaseSettlement(world, by, settleAt)
      })
    }
    const told = members.map((one, index) => `${one.orderId}/${one.index}/${one.attempt} ${before[index]}`)
    say(world, `batch ${seen.batch}, ${seen.balance} to ${after}, ${told.join(', ')}: ${verdict.kind}`)
    for (const one of unclear) yield* act(() => settleMember(world, one, verdict.kind))
  }
  yield* act(() => {
    if (account.settlementLock?.by !== by || account.batch !== seen.batch) return
    Object.assign(account, { batch: account.batch + 1, balance: after, readAt: world.now, isOpen: true })
    Object.assign(account, { members: [], settleAt: null, settlementLock: null })
  })
  return undefined
}

function releaseSettlement({ account }: World, by: string, again: number): number {
  if (account.settlementLock?.by === by) account.settlementLock = null
  return again
}

const stateOf = ({ orders, now, account }: World, member: SimMember) =>
  memberState(orders.get(member.orderId)?.units[member.index], member, {
    now: dateOf(now),
    batch: account.batch,
  })

const isUnclear = (world: World): boolean =>
  world.account.members.some((one) => ['in_flight', 'unclear'].includes(stateOf(world, one)))

function settleMember(world: World, member: SimMember, verdict: 'all' | 'none' | 'cannot_tell'): void {
  const order = readFresh(world, member.orderId)
  const unit = order.units[member.index] as IUnit
  if (unit.attempt !== member.attempt || unit.state !== 'unknown') return
  const answer: SupplierAnswer =
    verdict === 'all'
      ? { kind: 'delivered', supplierOrderId: '' }
      : verdict === 'none'
        ? { kind: 'not_found' }
        : { kind: 'unknown', message: 'cannot tell', isFinal: true }
  const recorded = record(world, { order, index: member.index, unit, seq: order.seq }, answer)
  if (recorded === 'continue') requeue(world, member.orderId, world.now)
}

const readFresh = (world: World, id: string): SimOrder => structuredClone(world.orders.get(id) as SimOrder)

function* settle(world: World, target: Target): Steps<boolean> {
  const { order, index, unit, seq } = target
  const again = yield* settleBatch(world, () => world.account.batch !== unit.batch)
  if (again !== undefined) {
    yield* act(() => putOff(world, order.id, { seq, at: again }))
    return false
  }
  const now = yield* act(() => readFresh(world, order.id))
  const left = now.units[index] as IUnit
  if (left.state !== 'unknown' || left.batch !== unit.batch || left.attempt !== unit.attempt) return true
  if (world.account.batch === unit.batch) return true
  const answer: SupplierAnswer = { kind: 'unknown', message: 'read without it', isFinal: true }
  return yield* answered(world, { ...target, order: now, unit: left }, answer)
}

/** A call whose process is gone. */
function* takeOver(world: World, target: Target): Steps<boolean> {
  const { order, unit, seq } = target
  const endedBy = inFlightUntil(env, unit).getTime()
  if (order.kind === 'balance' && world.now < endedBy) {
    yield* act(() => putOff(world, order.id, { seq, at: endedBy }))
    return false
  }
  const looked =
    order.kind === 'lookup'
      ? yield* call<SupplierAnswer>(() => lookUp(world, unit.ref, unit.supplierOrderId))
      : undefined
  const isKnown = looked && ['delivered', 'accepted', 'returned'].includes(looked.kind)
  return yield* answered(
    world,
    target,
    isKnown ? looked : { kind: 'unknown', message: 'lost with its process' },
  )
}

function* answered(world: World, target: Target, answer: SupplierAnswer): Steps<boolean> {
  // The order may be written by others between the answer and this.
  const after = yield* act(() => record(world, target, answer))
  return after === 'continue'
}

function complete(world: World, id: string): void {
  changeOrder(world, id, {
    guard: ({ status, units }) =>
      status === 'Processing' && units.every(({ state }) => state === 'delivered'),
    change: (order) => Object.assign(order, { status: 'Completed', dueAt: null }),
  })
}

function putOff(world: World, id: string, { seq, at }: { seq: number; at: number }): void {
  const order = world.orders.get(id) as SimOrder
  if (order.status !== 'Processing' || order.seq !== seq || order.dueAt === null) return
  order.dueAt = at
  world.queue.push({ orderId: id, seq, at, work: 'fulfil' })
}
