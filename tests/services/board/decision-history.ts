import { randomUUID } from 'node:crypto'
import * as admin from '@jhatpat/shared/contracts/admin.ts'
import * as board from '@jhatpat/shared/contracts/board.ts'
import type { Resolution } from '@jhatpat/shared/contracts/order-ticket.ts'
import { redeliverOrder } from '@jhatpat/shared/contracts/redeliveries.ts'
import { resolveSupplierConflicts } from '@jhatpat/shared/contracts/supplier-conflicts.ts'
import * as tickets from '@jhatpat/shared/contracts/tickets.ts'
import * as unclear from '@jhatpat/shared/contracts/unclear-batches.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { UnclearBatchModel } from '@jhatpat/shared/domain/purchasing/index.ts'
import { expect } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { buy, orderBody } from '../../support/buying.ts'
import { type ExpectedUnit, lostBefore, secondRejected, type UnresolvedSetup } from './unresolved-orders.ts'

/** Orders that are ready for each staff action, and the calls that take it. */
export function decisionHistory(at: UnresolvedSetup) {
  const find = async (orderid: string) => (await OrderModel.findById(orderid))!
  const auditOf = (orderid: string) => auditRows({ target: `order:${orderid}` })
  const staffActionsOf = async (orderid: string) => (await find(orderid)).toObject().staffActions
  const buyManual = () =>
    buy(at.customer.asha, orderBody(at.customer.user, at.shop.manual, { paymentmode: 'wallet' }))
  const assign = (id: string, action: 'assign' | 'reassign' | 'unassign' = 'assign', who = at.staff.meera) =>
    who.call(admin.assignOrder, { params: { id }, body: { action } })
  const decide = (id: string, to: 'Completed' | 'Refunded' | 'Cancelled', who = at.staff.meera) =>
    who.call(admin.transitionOrder, {
      params: { id },
      body: { to, version: 1, reason: 'Seen in the chat' },
      idempotencyKey: randomUUID(),
    })
  const requestRefund = (id: string) =>
    at.staff.meera.call(admin.transitionOrder, {
      params: { id },
      body: { to: 'Refunded', version: 1, reason: 'Seen in the chat', requestApproval: true },
      idempotencyKey: randomUUID(),
    })
  const update = (orderId: string, newStatus: 'Completed' | 'Refunded' | 'Cancelled') =>
    at.staff.meera.call(admin.updateOrder, { params: { orderId, newStatus, reason: 'Seen in the chat' } })

  const manualOrder = async (): Promise<ExpectedUnit> => ({
    id: await buyManual(),
    unit: { ref: '', attempt: 0 },
  })
  const mine = async () => {
    const target = await manualOrder()
    await assign(target.id)
    return target
  }
  const unknown = () => at.staff.placeUnresolved(at.customer, at.shop.diamonds, lostBefore)
  const partly = () => at.staff.placeUnresolved(at.customer, at.shop.bundle, secondRejected)
  /** The supplier reports another delivery after the order ended. */
  const withConflict = async (): Promise<ExpectedUnit> => {
    const target = await manualOrder()
    const conflict = { unit: 'P-1', attempt: 1, amountPaise: 34_500, at: new Date() }
    const supplierConflicts = [{ kind: 'delivered_twice', ...conflict }]
    await OrderModel.updateOne({ _id: target.id }, { $set: { supplierConflicts, hasSupplierConflict: true } })
    return target
  }
  const openTicketFor = (client_txn_id: string) =>
    at.customer.asha.call(tickets.openTicket, {
      params: { client_txn_id },
      body: { issue: 'not_received' },
      idempotencyKey: randomUUID(),
    })
  const reported = async (): Promise<ExpectedUnit> => {
    const target = await completed()
    await openTicketFor(target.id)
    return target
  }
  /** A pending completion that can be undone. */
  const withPendingCompletion = async (): Promise<ExpectedUnit> => {
    const target = await manualOrder()
    const body = { to: 'Completed', version: 1, undoable: true } as const
    await at.staff.meera.call(admin.transitionOrder, { params: { id: target.id }, body })
    return target
  }
  const completed = async (): Promise<ExpectedUnit> => {
    const target = await manualOrder()
    await decide(target.id, 'Completed')
    return target
  }
  const empty = { body: {}, idempotencyKey: randomUUID() }
  const linesOf = (id: string) => [{ label: 'Code', value: `X7KQ2-${id}` }]
  const withCode = async (): Promise<ExpectedUnit> => {
    const target = await manualOrder()
    const body = { to: 'Completed', version: 1, codes: linesOf(target.id) } as const
    await at.staff.meera.call(admin.transitionOrder, { params: { id: target.id }, body })
    return target
  }
  const answer = (id: string, kind: Resolution) =>
    at.staff.meera.call(tickets.resolveTicket, {
      params: { id },
      body: { resolution: kind, text: 'Seen in the chat' },
      idempotencyKey: randomUUID(),
    })
  const withText = (id: string) => ({
    params: { id },
    body: { text: 'Seen in the chat', readCount: 0 },
    idempotencyKey: randomUUID(),
  })
  /** A redelivery that was delivered, and reported again. */
  const reportedTwice = async (): Promise<ExpectedUnit> => {
    const { id } = await reported()
    const { redelivery } = await at.staff.meera.call(redeliverOrder, withText(id))
    const second = redelivery!.orderid
    await decide(second, 'Completed')
    await openTicketFor(second)
    return { id: second, unit: { ref: '', attempt: 0 } }
  }
  const resolveSupplierConflict = (id: string) =>
    at.staff.meera.call(resolveSupplierConflicts, {
      params: { id },
      body: { expectedCount: 1, reason: 'The customer keeps it' },
      idempotencyKey: randomUUID(),
    })
  /** The order with the highest priority on the board. */
  const longestWaiting = async (): Promise<ExpectedUnit> => {
    const target = await manualOrder()
    const processingAt = new Date(at.service.clock.now().getTime() - 30 * 24 * 3_600_000)
    await OrderModel.updateOne({ _id: target.id }, { $set: { processingAt } })
    return target
  }
  const takeNext = ({ id }: ExpectedUnit) =>
    at.staff.meera
      .call(board.takeNext, { body: {}, idempotencyKey: randomUUID() })
      .then(({ order }) => expect(order?.orderid).toBe(id))
  const assignTicketOf = (id: string, action: 'assign' | 'unassign') =>
    at.staff.meera.call(tickets.assignTicket, { params: { id }, body: { action } })
  const reportedAndAssigned = async (): Promise<ExpectedUnit> => {
    const target = await reported()
    await assignTicketOf(target.id, 'assign')
    return target
  }
  /** An unknown purchase that the balance readings do not distinguish from others. */
  const inBatch = async (): Promise<ExpectedUnit> => {
    const target = await unknown()
    batches += 1
    const purchase = { orderId: target.id, index: 0, attempt: 1, supplierItemId: '13', cost: '61.5' }
    await UnclearBatchModel.create({
      _id: `SMILEBR-${900 + batches}`,
      account: 'SMILEBR',
      batch: 900 + batches,
      before: '500',
      after: '438.5',
      readAt: new Date(),
      certain: [],
      unclear: [purchase],
      isProven: false,
      isReconciled: true,
      isOpen: true,
    })
    return target
  }
  const batchWith = async (id: string) => ({
    id: (await UnclearBatchModel.findOne({ 'unclear.orderId': id }).lean())?._id ?? '',
  })
  const settle = async ({ id, unit }: ExpectedUnit, answer: 'delivered' | 'refund') =>
    at.staff.meera.call(unclear.resolveBatch, {
      params: await batchWith(id),
      body: {
        answers: [{ orderid: id, unit: unit.ref, attempt: unit.attempt, answer }],
        reason: 'As they say',
      },
      idempotencyKey: randomUUID(),
    })
  /** The supplier's own list contains it. */
  const applyList = async ({ id }: ExpectedUnit) => {
    const { input1, units } = (await find(id)).toObject()
    const sentAt = units[0]?.sentAt?.toISOString().slice(0, 19).replace('T', ' ')
    const text = ['S2611280011', 'pack 13', `${input1}(1234)`, '61.5', sentAt].join('\t')
    return at.staff.meera.call(unclear.readBatchList, {
      params: await batchWith(id),
      body: { text, zone: 'utc', apply: true },
    })
  }

  return {
    find,
    auditOf,
    staffActionsOf,
    buyManual,
    assign,
    decide,
    requestRefund,
    update,
    manualOrder,
    mine,
    unknown,
    partly,
    withConflict,
    reported,
    withPendingCompletion,
    completed,
    empty,
    linesOf,
    withCode,
    answer,
    withText,
    reportedTwice,
    resolveSupplierConflict,
    longestWaiting,
    takeNext,
    assignTicketOf,
    reportedAndAssigned,
    inBatch,
    settle,
    applyList,
  }
}

let batches = 0
