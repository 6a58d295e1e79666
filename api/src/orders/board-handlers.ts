import * as calls from '@jhatpat/shared/contracts/admin.ts'
import * as orderCalls from '@jhatpat/shared/contracts/admin-orders.ts'
import * as board from '@jhatpat/shared/contracts/board.ts'
import { endedOrders } from '@jhatpat/shared/contracts/ended-orders.ts'
import { toPaise } from '@jhatpat/shared/contracts/money.ts'
import * as payments from '@jhatpat/shared/contracts/payments.ts'
import { resolveSupplierConflicts, supplierConflicts } from '@jhatpat/shared/contracts/supplier-conflicts.ts'
import { supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import * as batches from '@jhatpat/shared/contracts/unclear-batches.ts'
import { listDiscrepancies, resolveDiscrepancy } from '@jhatpat/shared/domain/checkout/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { listOverdueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import {
  assignOrder,
  boardView,
  countBoard,
  decideOrder,
  deliverCodesLater,
  listBoard,
  listEnded,
  listSupplierConflicts,
  listUnclearBatches,
  orderStats,
  readBatchList,
  replaceCode,
  resolveBatch,
  resolveSupplierConflict,
  resolveUnit,
  takeNext,
  undoCompletion,
} from '@jhatpat/shared/domain/orders/index.ts'
import { listAlerts } from '@jhatpat/shared/domain/suppliers/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountBoard(mount: Mount, deps: Deps): void {
  mount(calls.stats, orderStats)
  mount(calls.maintenance, () => listOverdueTasks(deps.clock.now()))
  mount(payments.paymentDiscrepancies, listDiscrepancies)
  mount(payments.resolveDiscrepancy, async ({ caller, params: { id }, body }) => ({
    id,
    credited: await resolveDiscrepancy(deps, caller, { id, ...body }),
  }))
  mount(supplyAlerts, () => listAlerts(deps))
  mount(supplierConflicts, listSupplierConflicts)
  mount(resolveSupplierConflicts, async ({ caller, params, body }) => {
    const order = await resolveSupplierConflict(deps, caller, { orderid: params.id, ...body })
    return boardView(order, deps.clock.now())
  })
  mount(board.processing, ({ query }) => listBoard(deps.clock.now(), query))
  mount(board.processingCounts, ({ caller }) => countBoard(deps.clock.now(), caller.userId))

  mount(endedOrders, ({ query }) => listEnded(query.ids?.split(',') ?? []))

  mount(board.takeNext, async ({ caller }) => {
    const order = await takeNext(deps, caller)
    return { order: order && boardView(order, deps.clock.now()) }
  })

  mount(calls.updateOrder, async ({ caller, params }) => {
    const { orderId: orderid, newStatus: to, reason } = params
    // This call has no override field, so a reason counts as an owner's override where one is
    // needed.
    const override = reason ? true : undefined
    const order = await decideOrder(deps, caller, { orderid, to, reason, version: undefined, override })
    return { message: `Order ${orderid} is ${to}.`, order: boardView(order, deps.clock.now()) }
  })

  mount(calls.transitionOrder, async ({ caller, params, body }) => {
    const order = await decideOrder(deps, caller, { ...body, orderid: params.id })
    return boardView(order, deps.clock.now())
  })

  mount(orderCalls.undoCompletion, async ({ caller, params: { id } }) =>
    boardView(await undoCompletion(deps, caller, id), deps.clock.now()),
  )

  mount(orderCalls.deliverCodesLater, async ({ caller, params: { id: orderid }, body }) =>
    boardView(await deliverCodesLater(deps, caller, { ...body, orderid }), deps.clock.now()),
  )

  mount(orderCalls.replaceCode, async ({ caller, params: { id: orderid }, body }) =>
    boardView(await replaceCode(deps, caller, { ...body, orderid }), deps.clock.now()),
  )

  mount(calls.assignOrder, async ({ caller, params, body }) => {
    const order = await assignOrder(deps, caller, { orderid: params.id, action: body.action })
    return boardView(order, deps.clock.now())
  })

  mount(batches.unclearBatches, () => listUnclearBatches())

  mount(batches.resolveBatch, ({ caller, params: { id }, body }) =>
    resolveBatch(deps, caller, { id, ...body }),
  )

  mount(batches.readBatchList, ({ caller, params: { id }, body }) =>
    readBatchList(deps, caller, { id, ...body }),
  )

  mount(calls.resolveUnit, async ({ caller, params, body }) => {
    const { amount, ...decision } = body
    const amountPaise = amount === undefined ? undefined : toPaise(amount)
    const order = await resolveUnit(deps, caller, { orderid: params.id, ...decision, amountPaise })
    return boardView(order, deps.clock.now())
  })
}
