import { keepTrying } from '../../platform/keep-trying.ts'
import type { Supplier } from '../../providers/suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { type Answer, applyAnswer, buyUnit, type IUnit, nextUnitStep } from '../fulfilment/index.ts'
import { announceOrder } from './announce-order.ts'
import { completeOrder } from './complete-order.ts'
import { queueDueWork } from './jobs.ts'
import { type OrderDoc, OrderModel } from './order-model.ts'
import { recordAnswer } from './record-answer.ts'

export type FulfilDeps = Pick<
  Deps,
  'clock' | 'env' | 'suppliers' | 'redis' | 'queues' | 'publisher' | 'log' | 'stopping'
>

/** How long after the call's own time-out a unit in flight counts as left behind by a dead process. */
const orphanMarginMs = 15_000

type Next = OrderDoc | null | undefined

/**
 * Buys what an order still needs, unit after unit, until all are delivered, one has to wait, or a person is
 * needed. Every step is a compare-and-set, so a second run, a late answer or an admin's move does no harm.
 * @param seq the due work this run answers to; another value than the order's means that newer work is queued,
 * and this run leaves the rest to it
 */
export async function fulfilOrder(deps: FulfilDeps, orderId: string, seq: number): Promise<void> {
  let order: Next = await reload(orderId)
  while (order && isDue(order, seq)) order = await takeStep(deps, order)
}

const reload = (id: unknown) => OrderModel.findById(id).lean<OrderDoc | null>()

const isDue = ({ status, delivery, due }: OrderDoc, seq: number) =>
  status === 'Processing' && delivery === 'instant' && due.fulfil.seq === seq && due.fulfil.at !== null

/** @returns the order to go on with, or nothing when this run is done */
async function takeStep(deps: FulfilDeps, order: OrderDoc): Promise<Next> {
  const delivery = deps.suppliers.forApiType(order.item.apiType)
  if (!delivery) return undefined
  const { supplier } = delivery
  const step = nextUnitStep(order.units, supplier.canLookUp)
  if (step.kind === 'all_delivered')
    return completeOrder(deps, order, { by: 'system', actor: 'supplier' }).then(stop)
  if (step.kind === 'stuck') return undefined
  const unit = order.units[step.index] as IUnit
  switch (step.kind) {
    case 'send':
      return send(deps, order, { index: step.index, unit })
    case 'look_up':
      return answered(deps, order, {
        index: step.index,
        unit,
        supplier,
        answer: await lookUp(supplier, unit),
      })
    case 'orphaned': {
      const answer: Answer = { kind: 'unknown', message: 'The answer was lost with the process that asked' }
      return answered(deps, order, { index: step.index, unit, supplier, answer })
    }
    default:
      return step satisfies never
  }
}

const stop = () => undefined

const lookUp = (supplier: Supplier, unit: IUnit): Promise<Answer> =>
  supplier.lookUpUnit({ unitRef: unit.ref, supplierOrderId: unit.supplierOrderId || undefined })

type Target = { index: number; unit: IUnit }

/** Buys one pack, if its account may be called now. Whoever could not commit the attempt does not call. */
async function send(deps: FulfilDeps, order: OrderDoc, target: Target): Promise<Next> {
  const delivery = deps.suppliers.forApiType(order.item.apiType)
  if (!delivery) return undefined
  const { input1, input2 } = order
  const commit = async (balanceBefore: string) => {
    const sending = await markSending(deps, order, { ...target, balanceBefore })
    if (sending) announceOrder(deps, sending)
    return sending
  }
  const bought = await buyUnit(deps, { delivery, input1, input2, unit: target.unit, commit })
  if (bought.kind === 'not_ours') return undefined
  if (bought.kind === 'not_now') return waitForSupplier(deps, order, bought)
  const sent = bought.committed.units[target.index] as IUnit
  const unit = { ...sent, balanceBefore: bought.balance.before, balanceAfter: bought.balance.after }
  const answer = bought.outcome
  return answered(deps, bought.committed, { index: target.index, unit, supplier: delivery.supplier, answer })
}

/** Nothing was sent: the order waits and says so. */
async function waitForSupplier(
  deps: FulfilDeps,
  order: OrderDoc,
  pause: { until: Date; why: string },
): Promise<Next> {
  const known = order.attention?.kind === 'supplier_paused' ? order.attention.since : deps.clock.now()
  const after = await OrderModel.findOneAndUpdate(
    { _id: order._id, status: 'Processing', 'due.fulfil.seq': order.due.fulfil.seq },
    {
      $set: {
        attention: { kind: 'supplier_paused', since: known, detail: pause.why },
        'due.fulfil.at': pause.until,
      },
      $inc: { revision: 1, 'due.fulfil.seq': 1 },
    },
    { returnDocument: 'after' },
  ).lean<OrderDoc | null>()
  if (!after) return undefined
  await queueDueWork(deps, after, order)
  announceOrder(deps, after)
  return undefined
}

async function markSending(
  deps: FulfilDeps,
  order: OrderDoc,
  { index, unit, balanceBefore }: Target & { balanceBefore: string },
): Promise<OrderDoc | undefined> {
  const now = deps.clock.now()
  const at = `units.${index}`
  const orphanedAt = new Date(now.getTime() + deps.env.SUPPLIER_TIMEOUT_MS + orphanMarginMs)
  const sending = await OrderModel.findOneAndUpdate(
    {
      _id: order._id,
      status: 'Processing',
      [`${at}.state`]: 'planned',
      [`${at}.attempt`]: unit.attempt,
      'due.fulfil.seq': order.due.fulfil.seq,
    },
    {
      $set: {
        [`${at}.state`]: 'sending',
        [`${at}.attempt`]: unit.attempt + 1,
        [`${at}.sentAt`]: now,
        [`${at}.answeredAt`]: null,
        [`${at}.message`]: '',
        [`${at}.balanceBefore`]: balanceBefore,
        [`${at}.balanceAfter`]: '',
        attention: { kind: 'trying', since: now, detail: '' },
        // The same seq: a re-run of this very job finds its own unit in flight and knows it was left behind.
        'due.fulfil.at': orphanedAt,
      },
      $inc: { revision: 1 },
    },
    { returnDocument: 'after' },
  ).lean<OrderDoc | null>()
  return sending ?? undefined
}

type Answered = Target & { supplier: Supplier; answer: Answer }

async function answered(
  deps: FulfilDeps,
  order: OrderDoc,
  { index, unit, supplier, answer }: Answered,
): Promise<Next> {
  const now = deps.clock.now()
  const result = applyAnswer(unit, answer, {
    now,
    canLookUp: supplier.canLookUp,
    pollMs: deps.env.SUPPLIER_POLL_MS,
  })
  if (answer.kind !== 'delivered' && answer.kind !== 'accepted') {
    deps.log.warn({ orderid: order._id, unit: unit.ref, answer }, 'unit not delivered')
  }
  const recorded = await keepTrying(() =>
    recordAnswer(deps, order, { index, attempt: unit.attempt, ...result }),
  )
  // Another run was first with this unit; what is left may still be ours.
  if (!recorded) return reload(order._id)
  if (recorded.goOn) return recorded.order
  await queueDueWork(deps, recorded.order, order)
  return undefined
}
