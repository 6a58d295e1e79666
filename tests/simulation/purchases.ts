import { type FulfilStep, nextFulfilStep } from '@jhatpat/shared/domain/orders/rules/fulfil-step.ts'
import { judgeEvidence } from '@jhatpat/shared/domain/purchasing/balance-evidence.ts'
import {
  distinctCalls,
  joinToSendTimeoutMs,
  memberState,
} from '@jhatpat/shared/domain/purchasing/batch-members.ts'
import { inFlightUntil, settlesAt } from '@jhatpat/shared/domain/purchasing/in-flight.ts'
import type { SupplierAnswer } from '@jhatpat/shared/domain/purchasing/unit-rules.ts'
import type { IUnit } from '@jhatpat/shared/domain/purchasing/unit-schema.ts'
import { record, requeue, type Target } from './answers.ts'
import {
  changeOrder,
  env,
  type Job,
  logEvent,
  type ProcessRequest,
  pricePaise,
  readOrder,
  type SimMember,
  type SimOrder,
  type SimulatedEnvironment,
  unitPrice,
} from './environment.ts'
import { buy, lookUp, queryBalance } from './vendors.ts'

type Steps<T> = Generator<ProcessRequest, T, unknown>

function* act<T>(does: () => T): Steps<T> {
  return (yield { kind: 'do', act: does }) as T
}
function* call<T>(wish: () => ProcessRequest): Steps<T> {
  const made = yield* act(wish)
  return (yield made) as T
}

const dateOf = (ms: number) => new Date(ms)
const accountId = 'account'

/**
 * One run of an order's task, as a worker performs it: the product's rules, and between them the steps at
 * which it reads, writes and calls. It may crash at each.
 */
export function* fulfil(environment: SimulatedEnvironment, { orderId, seq }: Job): Steps<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    const order = yield* act(() => readOrder(environment, orderId))
    // The units of an ended order are not polled here.
    if (order.status !== 'Processing') return
    const step = nextFulfilStep(fulfilmentOf(order), {
      seq,
      env,
      now: dateOf(environment.now),
      supplier: { evidence: order.kind, hasAccount: () => true },
    })
    const goOn = yield* takeStep(environment, step, { order, seq })
    if (!goOn) return
  }
}

/** An instant order without an admin's or its customer's decision. */
const fulfilmentOf = ({ status, units, seq, dueAt }: SimOrder) => ({
  status,
  units,
  delivery: 'instant' as const,
  due: { fulfil: { seq, at: dueAt === null ? null : dateOf(dueAt) } },
  pendingCompletion: null,
  lateOffer: null,
  assignee: null,
  pricePaise,
  partlyRefundedPaise: 0,
})

/** @returns whether the run continues */
function* takeStep(
  environment: SimulatedEnvironment,
  step: FulfilStep,
  { order, seq }: Pick<Target, 'order' | 'seq'>,
): Steps<boolean> {
  switch (step.kind) {
    case 'complete':
      yield* act(() => complete(environment, order.id))
      return false
    case 'await_call': {
      const at = step.until.getTime()
      yield* act(() => reschedule(environment, order.id, { seq, at }))
      return false
    }
    case 'send': {
      const target = { order, seq, index: step.index, unit: step.unit }
      return order.kind === 'lookup'
        ? (yield* send(environment, target, { batch: 0, balanceBefore: '' })) === true
        : yield* sendInBatch(environment, target)
    }
    case 'lookup': {
      const { index, unit } = step
      const askedAt = environment.now
      const answer = yield* call<SupplierAnswer>(() => lookUp(environment, unit.ref, unit.supplierOrderId))
      return yield* answered(environment, { order, seq, index, unit, askedAt }, answer)
    }
    case 'settle':
      return yield* settle(environment, { order, seq, index: step.index, unit: step.unit })
    case 'recover':
      return yield* recover(environment, { order, seq, index: step.index, unit: step.unit })
    case 'answer_lost': {
      const answer: SupplierAnswer = { kind: 'unknown', message: 'lost with its process' }
      return yield* answered(environment, { order, seq, index: step.index, unit: step.unit }, answer)
    }
    default:
      return false
  }
}

type Sending = { batch: number; balanceBefore: string }

/** Commits the attempt, and calls. */
function* send(
  environment: SimulatedEnvironment,
  target: Target,
  { batch, balanceBefore }: Sending,
): Steps<boolean | 'not_sent'> {
  const { order, index, unit, seq } = target
  const begunAt = environment.now
  const committed = yield* act(() => {
    const sentAt = dateOf(environment.now)
    return changeOrder(environment, order.id, {
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
    // A process that was delayed since it began does not call any more.
    if (environment.now - begunAt > joinToSendTimeoutMs) {
      return {
        kind: 'wait',
        until: environment.now,
        answer: { kind: 'unavailable', message: 'not sent in time' },
      }
    }
    logEvent(environment, `${sent.ref}: attempt ${sent.attempt} is sent`)
    return buy(environment, order.kind, sent.ref)
  })
  const goOn = yield* answered(environment, { ...target, order: committed, unit: sent }, answer)
  if (answer.kind === 'unknown' && batch > 0) yield* act(() => closeBatch(environment, batch))
  return goOn
}

const closeBatch = ({ account }: SimulatedEnvironment, batch: number): void => {
  if (account.batch === batch) account.isOpen = false
}

function* sendInBatch(environment: SimulatedEnvironment, target: Target): Steps<boolean> {
  const { order, index, unit, seq } = target
  const by = `${order.id}/${index}/${environment.random.below(1e9)}`
  for (let tries = 0; tries < 5; tries += 1) {
    const joinedAt = environment.now
    const member: SimMember = {
      orderId: order.id,
      index,
      attempt: unit.attempt + 1,
      by,
      at: dateOf(joinedAt),
    }
    const slot = yield* act(() => join(environment, member))
    if (slot) {
      // A process that was delayed between joining and calling does not call.
      if (environment.now - joinedAt > joinToSendTimeoutMs) {
        yield* act(() => leave(environment, slot.batch, by))
        return false
      }
      const goOn = yield* send(environment, target, {
        batch: slot.batch,
        balanceBefore: String(slot.balance),
      })
      if (goOn === 'not_sent') yield* act(() => leave(environment, slot.batch, by))
      return goOn === true
    }
    const turn = yield* settleBatch(environment, () => hasSlot(environment))
    if (typeof turn === 'number') {
      yield* act(() => reschedule(environment, order.id, { seq, at: turn }))
      return false
    }
  }
  yield* act(() => reschedule(environment, order.id, { seq, at: environment.now + 500 }))
  return false
}

/** A balance reading older than a minute is not usable. */
const hasSlot = ({ account, now }: Pick<SimulatedEnvironment, 'account' | 'now'>): boolean =>
  account.isOpen && now - account.readAt <= 60_000

function join(
  { account, now }: SimulatedEnvironment,
  member: SimMember,
): { batch: number; balance: number } | undefined {
  if (!hasSlot({ account, now })) return undefined
  account.members.push(member)
  return { batch: account.batch, balance: account.balance }
}

/** Withdraws a call that was not made. */
function leave({ account }: SimulatedEnvironment, batch: number, by: string): void {
  if (account.batch === batch) account.members = account.members.filter((one) => one.by !== by)
}

/** @returns when to retry; undefined: the batch has ended, or another process works on it */
function* settleBatch(environment: SimulatedEnvironment, isOver: () => boolean): Steps<number | undefined> {
  const { account } = environment
  const seen = yield* act(() => structuredClone(account))
  if (isOver()) return undefined
  if (seen.settleAt !== null && environment.now < seen.settleAt && isUnclear(environment))
    return seen.settleAt
  const by = String(environment.random.below(1e9))
  const isTaken = yield* act(() => {
    const isFree = !account.settlementLock || account.settlementLock.until <= environment.now
    if (account.batch !== seen.batch || !isFree) return false
    account.settlementLock = { by, until: environment.now + 2 * env.SUPPLIER_TIMEOUT_MS + 5_000 }
    account.isOpen = false
    return true
  })
  if (!isTaken) return environment.now + 500
  const members = distinctCalls(structuredClone(account.members))
  const states = () => members.map((one) => stateOf(environment, one))
  if (states().includes('in_flight'))
    return yield* act(() => releaseSettlement(environment, by, environment.now + 500))
  const now = environment.now
  const before = states()
  const after = yield* call<number | undefined>(() => queryBalance(environment))
  if (after === undefined)
    return yield* act(() => releaseSettlement(environment, by, environment.now + 1_000))
  const unclear = members.filter((_one, index) => before[index] === 'unclear')
  if (unclear.length > 0) {
    const units = unclear.map((one) => environment.orders.get(one.orderId)?.units[one.index] as IUnit)
    const settleAt = settlesAt(env, units).getTime()
    const verdict = judgeEvidence({
      before: String(seen.balance),
      after: String(after),
      isProven: true,
      isReconciled: true,
      certain: before.filter((state) => state === 'delivered').map(() => String(unitPrice)),
      unclear: unclear.map(() => String(unitPrice)),
    })
    if (verdict.kind !== 'all' && now < settleAt) {
      return yield* act(() => {
        if (account.settlementLock?.by === by) account.settleAt = settleAt
        return releaseSettlement(environment, by, settleAt)
      })
    }
    const memberTexts = members.map(
      (one, index) => `${one.orderId}/${one.index}/${one.attempt} ${before[index]}`,
    )
    logEvent(
      environment,
      `batch ${seen.batch}, ${seen.balance} to ${after}, ${memberTexts.join(', ')}: ${verdict.kind}`,
    )
    for (const one of unclear) yield* act(() => settleMember(environment, one, verdict.kind))
  }
  yield* act(() => {
    if (account.settlementLock?.by !== by || account.batch !== seen.batch) return
    Object.assign(account, {
      batch: account.batch + 1,
      balance: after,
      readAt: environment.now,
      isOpen: true,
    })
    Object.assign(account, { members: [], settleAt: null, settlementLock: null })
  })
  return undefined
}

function releaseSettlement({ account }: SimulatedEnvironment, by: string, again: number): number {
  if (account.settlementLock?.by === by) account.settlementLock = null
  return again
}

const stateOf = ({ orders, now, account }: SimulatedEnvironment, member: SimMember) =>
  memberState(orders.get(member.orderId)?.units[member.index], member, {
    now: dateOf(now),
    batch: account.batch,
  })

const isUnclear = (environment: SimulatedEnvironment): boolean =>
  environment.account.members.some((one) => ['in_flight', 'unclear'].includes(stateOf(environment, one)))

function settleMember(
  environment: SimulatedEnvironment,
  member: SimMember,
  verdict: 'all' | 'none' | 'cannot_tell',
): void {
  const order = readFresh(environment, member.orderId)
  const unit = order.units[member.index] as IUnit
  if (unit.attempt !== member.attempt || unit.state !== 'unknown') return
  const answer: SupplierAnswer =
    verdict === 'all'
      ? { kind: 'delivered', supplierOrderId: '' }
      : verdict === 'none'
        ? { kind: 'not_found' }
        : { kind: 'unknown', message: 'cannot tell', isFinal: true }
  const recorded = record(environment, { order, index: member.index, unit, seq: order.seq }, answer)
  if (recorded === 'continue') requeue(environment, member.orderId, environment.now)
}

const readFresh = (environment: SimulatedEnvironment, id: string): SimOrder =>
  structuredClone(environment.orders.get(id) as SimOrder)

function* settle(environment: SimulatedEnvironment, target: Target): Steps<boolean> {
  const { order, index, unit, seq } = target
  const again = yield* settleBatch(environment, () => environment.account.batch !== unit.batch)
  if (again !== undefined) {
    yield* act(() => reschedule(environment, order.id, { seq, at: again }))
    return false
  }
  const now = yield* act(() => readFresh(environment, order.id))
  const left = now.units[index] as IUnit
  if (left.state !== 'unknown' || left.batch !== unit.batch || left.attempt !== unit.attempt) return true
  if (environment.account.batch === unit.batch) return true
  const answer: SupplierAnswer = { kind: 'unknown', message: 'read without it', isFinal: true }
  return yield* answered(environment, { ...target, order: now, unit: left }, answer)
}

/** Asks about a call whose process is gone. */
function* recover(environment: SimulatedEnvironment, target: Target): Steps<boolean> {
  const { unit } = target
  const answer = yield* call<SupplierAnswer>(() => lookUp(environment, unit.ref, unit.supplierOrderId))
  const isKnown = ['delivered', 'accepted', 'returned'].includes(answer.kind)
  return yield* answered(
    environment,
    target,
    isKnown ? answer : { kind: 'unknown', message: 'lost with its process' },
  )
}

function* answered(
  environment: SimulatedEnvironment,
  target: Target,
  answer: SupplierAnswer,
): Steps<boolean> {
  // Others may write the order between the answer and this.
  const after = yield* act(() => record(environment, target, answer))
  return after === 'continue'
}

function complete(environment: SimulatedEnvironment, id: string): void {
  changeOrder(environment, id, {
    guard: ({ status, units }) =>
      status === 'Processing' && units.every(({ state }) => state === 'delivered'),
    change: (order) => Object.assign(order, { status: 'Completed', dueAt: null }),
  })
}

function reschedule(
  environment: SimulatedEnvironment,
  id: string,
  { seq, at }: { seq: number; at: number },
): void {
  const order = environment.orders.get(id) as SimOrder
  if (order.status !== 'Processing' || order.seq !== seq || order.dueAt === null) return
  order.dueAt = at
  environment.queue.push({ orderId: id, seq, at, work: 'fulfil' })
}
