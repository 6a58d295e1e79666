import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import { changeOrder } from '../change/change-order.ts'
import type { OrderDecision } from '../change/decision-schema.ts'
import type { OrderGuard } from '../change/order-update.ts'
import type { TellDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { type Also, inOneTransaction } from '../unclear/require-explained.ts'
import { keepLines, type PlainLine } from '../vault/keep-lines.ts'
import { handPart, undoMs } from './closing.ts'

type Holding = {
  at: Date
  reason: string
  handOver: readonly PlainLine[] | undefined
  decision: OrderDecision
  guard: OrderGuard
  /** What is written with it besides. */
  also?: Also | undefined
}

/**
 * Writes down that an admin has completed an order, and lets it happen five seconds later: a tab that is closed
 * meanwhile changes nothing. Until then nobody is told, fulfilment buys nothing for an order with `closing`, and
 * `takeBack` undoes it.
 * @returns the order, still Processing; undefined when it had moved on
 */
export function holdCompletion(
  deps: TellDeps & Pick<Deps, 'env'>,
  order: OrderDoc,
  { admin, ...held }: Holding & { admin: Caller },
): Promise<OrderDoc | undefined> {
  const { at, reason, handOver = [], decision, guard } = held
  const until = new Date(at.getTime() + undoMs)
  const labels = handOver.map(({ label }) => label)
  const { also } =
    labels.length > 0 ? keepLines(deps.env, { part: handPart(order), lines: handOver, at }) : {}
  return changeOrder(deps, order, {
    guard: { ...guard, status: 'Processing', version: order.version },
    set: { closing: { adminId: admin.userId, name: admin.name, at, until, reason, labels } },
    push: { decisions: decision },
    due: { close: until },
    actor: admin.userId,
    also: inOneTransaction([held.also, also]),
  })
}
