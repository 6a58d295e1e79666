import {
  decideOrder,
  type OrderDecisionInput,
  type OrderDoc,
  OrderModel,
  resolveUnit,
  type UnitDecision,
  undoCompletion,
} from '@jhatpat/shared/domain/orders/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { command } from './command.ts'
import type { ModelEnvironment } from './model-environment.ts'

type ResolveInput = { pick: number; answer: UnitDecision['answer']; hands: 1 | 2 }

/** An answer about a unit that only a person can decide, by one admin or by two at once. */
export const resolve = fc
  .record<ResolveInput>({
    pick: fc.nat({ max: 9 }),
    answer: fc.constantFrom('delivered', 'retry_unit', 'refund'),
    hands: fc.constantFrom(1, 1, 2),
  })
  .map((deciding) =>
    command(`resolve ${JSON.stringify(deciding)}`, (environment) =>
      resolveUnclearUnit(environment, deciding),
    ),
  )

async function resolveUnclearUnit(
  environment: ModelEnvironment,
  { pick, answer, hands }: ResolveInput,
): Promise<void> {
  const waiting = (await processing()).flatMap((order) =>
    order.units
      .filter((unit) => unit.state === 'unknown' || unit.state === 'rejected')
      .map((unit) => ({ order, unit })),
  )
  const one = waiting[pick % Math.max(1, waiting.length)]
  if (!one) return
  const { _id: orderid } = one.order
  const decision = { orderid, unit: one.unit.ref, attempt: one.unit.attempt, answer, reason: 'Looked it up' }
  const won = await winners(hands, () => resolveUnit(environment.deps, environment.admin, decision))
  expect(won).toBeLessThanOrEqual(1)
  expect(await rowsOf(one.order)).toBe(one.order.staffActions.length + won)
  if (won > 0) decided(environment, orderid, answer === 'retry_unit' ? 1 : 0)
}

type DecisionInput = {
  pick: number
  to: OrderDecisionInput['to']
  seen: 'now' | 'stale' | 'unsaid'
  hands: 1 | 2
  isHeld: boolean
}

export const adminDecision = fc
  .record<DecisionInput>({
    pick: fc.nat({ max: 9 }),
    to: fc.constantFrom('Completed', 'Refunded', 'Cancelled'),
    seen: fc.constantFrom('now', 'now', 'stale', 'unsaid'),
    hands: fc.constantFrom(1, 1, 2),
    isHeld: fc.boolean(),
  })
  .map((moving) =>
    command(`admin ${JSON.stringify(moving)}`, (environment) => makeDecision(environment, moving)),
  )

async function makeDecision(
  environment: ModelEnvironment,
  { pick, to, seen, hands, isHeld }: DecisionInput,
): Promise<void> {
  const all = await OrderModel.find().sort({ _id: 1 }).lean<OrderDoc[]>()
  const order = all[pick % Math.max(1, all.length)]
  if (!order) return
  const version = { now: order.version, stale: order.version - 1, unsaid: undefined }[seen]
  const undoable = isHeld && to === 'Completed' ? (true as const) : undefined
  const request = { orderid: order._id, to, version, reason: undefined, undoable }
  const won = await winners(hands, () => decideOrder(environment.deps, environment.admin, request))
  if (seen === 'stale') expect(won).toBe(0)
  expect(won).toBeLessThanOrEqual(seen === 'unsaid' ? hands : 1)
  expect(await rowsOf(order)).toBe(order.staffActions.length + won)
  if (won > 0) decided(environment, order._id, 0)
}

/** An admin undoes a pending completion, twice at once. */
export const undo = fc.nat({ max: 9 }).map((pick) =>
  command(`take back ${pick}`, async (environment) => {
    const pending = (await processing()).filter(({ pendingCompletion }) => pendingCompletion)
    const order = pending[pick % Math.max(1, pending.length)]
    if (!order) return
    expect(await winners(2, () => undoCompletion(environment.deps, environment.admin, order._id))).toBe(1)
    expect(await rowsOf(order)).toBe(order.staffActions.length + 1)
  }),
)

/** The number of staff actions that an order has recorded: one more for each that succeeded. */
const rowsOf = async ({ _id }: OrderDoc) =>
  (await OrderModel.findById(_id).lean<OrderDoc>())?.staffActions.length

/** How many of the concurrent calls succeeded; the others must be refused with a reason. */
async function winners(hands: number, action: () => Promise<unknown>): Promise<number> {
  const tries = await Promise.allSettled(Array.from({ length: hands }, action))
  for (const one of tries)
    if (one.status === 'rejected' && !(one.reason instanceof AppError)) throw one.reason
  return tries.filter((one) => one.status === 'fulfilled').length
}

function decided(environment: ModelEnvironment, orderid: string, retries: number): void {
  environment.decided.set(orderid, (environment.decided.get(orderid) ?? 0) + retries)
}

const processing = () => OrderModel.find({ status: 'Processing' }).sort({ _id: 1 }).lean<OrderDoc[]>()
