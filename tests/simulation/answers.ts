import { inFlightUntil } from '@jhatpat/shared/domain/purchasing/in-flight.ts'
import { isConflict, mergeUnit } from '@jhatpat/shared/domain/purchasing/merge-unit.ts'
import {
  type AfterAnswer,
  applyAnswer,
  type SupplierAnswer,
} from '@jhatpat/shared/domain/purchasing/unit-rules.ts'
import type { IUnit } from '@jhatpat/shared/domain/purchasing/unit-schema.ts'
import { changeOrder, env, logEvent, type SimOrder, type SimulatedEnvironment } from './environment.ts'

/** A unit as a worker has read it, and what an answer refers to. */
export type Target = { order: SimOrder; index: number; unit: IUnit; seq: number; askedAt?: number }

/** Records an answer in the order: `mergeUnit` combines it with the unit's current state. */
export function record(
  environment: SimulatedEnvironment,
  { order, index, unit, seq, askedAt = environment.now }: Target,
  answer: SupplierAnswer,
): 'continue' | 'done' {
  const { kind } = order
  const callEndsAt = inFlightUntil(env, unit)
  const result = applyAnswer(unit, answer, {
    now: new Date(environment.now),
    evidence: kind,
    callEndsAt,
    pollMs: env.pollMs,
    askedAt: new Date(askedAt),
  })
  const now = environment.orders.get(order.id) as SimOrder
  const known = now.units[index] as IUnit
  if (now.status !== 'Processing') {
    recordLateAnswer(environment, now, { index, unit: result.unit })
    return 'done'
  }
  const merged = mergeUnit(known, result.unit, order.units[index])
  const isDenied = known.state === 'delivered' && merged !== 'keep' && merged.state === 'rejected'
  if (merged === 'keep' || isDenied) {
    if (isConflict(known, result.unit)) addConflict(environment, now, result.unit)
    return 'done'
  }
  logEvent(environment, `${merged.ref}: ${answer.kind}, now ${merged.state}, then ${result.after.next}`)
  let goOn: 'continue' | 'done' = 'done'
  changeOrder(environment, order.id, {
    guard: () => true,
    change: (one) => {
      one.units[index] = merged
      goOn = follow(environment, one, { index, after: result.after, seq })
    },
  })
  return goOn
}

type Following = { index: number; after: AfterAnswer; seq: number }

function follow(
  environment: SimulatedEnvironment,
  order: SimOrder,
  { index, after, seq }: Following,
): 'continue' | 'done' {
  const others = order.units.filter((_unit, at) => at !== index)
  const unit = order.units[index] as IUnit
  if (unit.state === 'delivered' && others.every(({ state }) => state === 'delivered')) {
    Object.assign(order, { status: 'Completed', dueAt: null })
    return 'done'
  }
  if (after.next === 'rejected' && others.every(({ state }) => state === 'planned')) {
    Object.assign(order, { status: 'Refunded', dueAt: null, refunds: order.refunds + 1 })
    return 'done'
  }
  if (after.next === 'continue') {
    if (order.seq === seq && order.dueAt !== null) return 'continue'
    const next = order.units.find(({ state }) => state !== 'delivered')
    if (order.dueAt === null && next && next.state !== 'planned') return 'done'
    order.needsAction = false
    requeueOrder(environment, order, environment.now)
    return 'done'
  }
  if (after.next === 'wait') {
    order.needsAction = false
    requeueOrder(environment, order, environment.now + after.waitMs)
    return 'done'
  }
  Object.assign(order, { dueAt: null, needsAction: true })
  return 'done'
}

function recordLateAnswer(
  environment: SimulatedEnvironment,
  order: SimOrder,
  { index, unit }: { index: number; unit: IUnit },
): void {
  const known = order.units[index] as IUnit
  const merged = mergeUnit(known, { ...unit, isFollowedUp: false })
  if (merged === 'keep') {
    if (isConflict(known, unit)) addConflict(environment, order, unit)
    return
  }
  order.units[index] = merged
  const contradicts =
    merged.state === 'delivered' ? order.status === 'Refunded' : order.status === 'Completed'
  if (contradicts) addConflict(environment, order, merged)
}

function addConflict(
  environment: SimulatedEnvironment,
  order: SimOrder,
  { ref, attempt, state }: IUnit,
): void {
  logEvent(environment, `${ref}: attempt ${attempt} is ${state} after all: a conflict`)
  order.conflicts.push(`${ref}/${attempt}`)
}

export function requeue(environment: SimulatedEnvironment, id: string, at: number): void {
  requeueOrder(environment, environment.orders.get(id) as SimOrder, at)
}

function requeueOrder(environment: SimulatedEnvironment, order: SimOrder, at: number): void {
  Object.assign(order, { dueAt: at, seq: order.seq + 1, revision: order.revision + 1 })
  environment.queue.push({ orderId: order.id, seq: order.seq, at, work: 'fulfil' })
}
