import { supplierNames } from '../../../contracts/api-types.ts'
import type { Deps } from '../../deps.ts'
import type { BatchMember, BatchPort, IUnit } from '../../purchasing/index.ts'
import { batchLesson, unitCosts } from '../../purchasing/index.ts'
import { changeOrder } from '../change/change-order.ts'
import { readOrder } from '../model/find-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { compareAnswers } from '../unclear/compare-answers.ts'
import { recordSupplierAnswer } from './record-supplier-answer.ts'
import { retryDeferredUnits } from './retry-waiting.ts'

type BatchUnitsDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log' | 'purchaseLog'>

/** What settling a purchase batch needs from the orders: their units, and the writing of each result. */
export function batchUnits(deps: BatchUnitsDeps): BatchPort {
  return {
    async unitsOf(members) {
      const ids = [...new Set(members.map(({ orderId }) => orderId))]
      const orders = await OrderModel.find({ _id: { $in: ids } })
        .select({ units: 1 })
        .lean<Pick<OrderDoc, '_id' | 'units'>[]>()
      const units = new Map(orders.map((order) => [String(order._id), order.units]))
      return members.map(({ orderId, index }) => units.get(orderId)?.[index])
    },
    settle: (member, result) => settle(deps, member, result),
    costsOf: unitCosts,
    lessonOf: (batch) => batchLesson(deps, batch),
    compareAnswers: (batch, hasOtherConflict) => compareAnswers(deps, batch, hasOtherConflict),
    async reopened(account) {
      const name = supplierNames.find((one) => one === account)
      if (name) await retryDeferredUnits(deps, name, { kind: 'supplier_unavailable' })
    },
  }
}

type BatchResult = Parameters<BatchPort['settle']>[1]

async function settle(
  deps: BatchUnitsDeps,
  member: BatchMember,
  { answer, before, after }: BatchResult,
): Promise<void> {
  const order = await readOrder(member.orderId)
  const unit = order?.units[member.index]
  if (!order || unit?.attempt !== member.attempt || unit.state !== 'unknown') return
  const unitWithReadings: IUnit = { ...unit, balanceBefore: before, balanceAfter: after }
  const recorded = await recordSupplierAnswer(deps, order, {
    index: member.index,
    unit: unitWithReadings,
    supplier: { evidence: 'balance' },
    answer,
  })
  if (recorded?.canContinue) await continueOrder(deps, recorded.order)
}

/** The next units of the order are bought now, although another order's job settled this one. */
async function continueOrder(deps: BatchUnitsDeps, order: OrderDoc): Promise<void> {
  const now = deps.clock.now()
  await changeOrder(deps, order, {
    guard: { status: 'Processing', 'due.fulfil.seq': order.due.fulfil.seq },
    set: { pendingReason: pendingReasonOf('in_progress', { since: now }) },
    due: { fulfil: now },
  })
}
