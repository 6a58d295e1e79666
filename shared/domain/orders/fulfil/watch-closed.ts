import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { type Answer, type IUnit, lookUpUnit, turnOver } from '../../fulfilment/index.ts'
import { putOffWork } from '../change/change-order.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { keepCodes } from '../vault/keep-lines.ts'
import { groupDesk } from './group-desk.ts'
import { recordEnd } from './record-end.ts'
import { isUnended, minuteMs } from './watched-units.ts'

type WatchDeps = Pick<
  Deps,
  'clock' | 'env' | 'suppliers' | 'redis' | 'queues' | 'publisher' | 'log' | 'stopping' | 'supplierBook'
>

/** What a supplier has not said after so long it will not say. */
const longestMs = 30 * 24 * 60 * minuteMs

/**
 * Asks on about the packs of an order that a person has closed, until the supplier has said of each what became of it.
 * What contradicts the order's end is put before a person.
 */
export async function watchClosed(deps: WatchDeps, order: OrderDoc): Promise<void> {
  const supplier = deps.suppliers.forApiType(order.item.apiType)?.supplier
  for (const [index, unit] of order.units.entries()) {
    if (supplier && isUnended(unit)) await ask(deps, order, { supplier, index, unit })
  }
  const now = await OrderModel.findById(order._id).lean<OrderDoc | null>()
  if (now) await watchOn(deps, order, now)
}

type Target = { supplier: Supplier; index: number; unit: IUnit }

async function ask(deps: WatchDeps, order: OrderDoc, { supplier, index, unit }: Target): Promise<void> {
  // The only way to ask would be to buy.
  if (supplier.evidence === 'by_repeating') return
  if (supplier.evidence === 'balance') {
    // Whatever is found out is recorded by those books.
    const isOver = ({ group }: { group: number }) => group !== unit.group
    await turnOver(deps, { supplier, desk: groupDesk(deps), isOver })
    return
  }
  const looked = await lookUpUnit(deps, supplier, () =>
    supplier.lookUpUnit({ unitRef: unit.ref, supplierOrderId: unit.supplierOrderId || undefined }),
  )
  const end = looked.kind === 'answered' ? endOf(unit, looked.answer) : undefined
  if (looked.kind !== 'answered' || !end) return
  const keeping = keepCodes(deps, unit, looked.answer)
  await recordEnd(deps, order._id, { index, attempt: unit.attempt, unit: end, keeping })
}

/** The pack as the supplier ended it; undefined while it has not. */
function endOf(unit: IUnit, answer: Answer): IUnit | undefined {
  switch (answer.kind) {
    case 'delivered':
      return { ...unit, state: 'delivered', supplierOrderId: answer.supplierOrderId }
    case 'returned':
      return { ...unit, state: 'refused', code: 'returned', message: answer.message }
    case 'not_found':
      return { ...unit, state: 'refused', code: 'not_found', message: 'The supplier knows of no such order' }
    case 'accepted':
    case 'refused':
    case 'unknown':
    case 'unreachable':
      return undefined
    default:
      return answer satisfies never
  }
}

/** Less and less often: after half the time that has passed since it was sent, and at least daily. */
async function watchOn(deps: WatchDeps, seen: OrderDoc, order: OrderDoc): Promise<void> {
  const now = deps.clock.now()
  const sentAt = Math.min(...order.units.filter(isUnended).map((unit) => unit.sentAt?.getTime() ?? 0))
  const passedMs = now.getTime() - sentAt
  const waitMs = Math.min(24 * 60 * minuteMs, Math.max(minuteMs, passedMs / 2))
  const goesOn = order.units.some((unit) => isUnended(unit) && mayEnd(unit)) && passedMs < longestMs
  await putOffWork(deps, seen, {
    guard: { 'due.fulfil.seq': seen.due.fulfil.seq },
    due: { fulfil: goesOn ? new Date(now.getTime() + waitMs) : null },
  })
}

/** Where neither the supplier nor its balance can tell any more, there is nothing to wait for. */
const mayEnd = ({ group, supplierOrderId, state, isWatched }: IUnit) =>
  isWatched || state === 'sending' || supplierOrderId !== '' || group > 0
