import type { Schema } from 'mongoose'
import { addTaskIndexes } from '../../../platform/due-tasks.ts'
import { bankReferenceIndex, discrepancyIndex } from '../../payments/index.ts'

/** A customer's orders, the newest first, and all that they are looked through, counted and added up by. */
export const customerIndex = 'customer_orders'

/** What a customer reported as not received, the latest first. */
export const ticketsOfIndex = 'tickets_of'

/** Reports by when their answer is due, with all that open ones are counted and chosen by. */
export const ticketsIndex = 'tickets_due'

/** Open reports that somebody took, by until when, with who it is. */
export const assignedTicketsIndex = 'tickets_assigned'

/** Answered reports by when they were. */
export const resolvedIndex = 'tickets_resolved'

/** The board's order: what needs a person first, then the oldest. With all that open orders are counted and chosen by. */
export const boardIndex = 'board_list'
/** The order of the board's list: first those that nothing but a person gets on. */
export const boardSort = { 'pendingReason.needsAction': -1, processingAt: 1, _id: 1 } as const

/** Orders that wait for their money, by their customer. */
export const unpaidIndex = 'unpaid_of'

/** Ended orders by when they ended, with all that the shop's figures are made of. */
export const orderCountersIndex = 'order_counters'

/** What was completed when and by whom, of which item, and when it was paid: all that an item's pace is counted from. */
export const deliveryTimesIndex = 'delivery_times'

/**
 * All orders by time and by price. Status and payment have few values, so a list of any of them is a merge of the
 * ranges of each, in order, and needs no index of its own.
 */
export const allOrdersIndexes = { createdAt: 'all_by_time', pricePaise: 'all_by_price' } as const

/** Orders that an incident has held back, those that wait in the order in which they are let out. */
export const holdIndex = 'on_hold'

/** Orders for one player, the newest first. */
export const playerIndex = 'player'

/** Open orders that a supplier delivers, the oldest of each type first. */
export const waitingIndex = 'supplier_demand'

/** Orders by when they were changed. */
export const changedOrdersIndex = 'changed'

/** All that orders are found by. */
export function addOrderIndexes<T>(schema: Schema<T>): void {
  schema.index(
    {
      ...{ userId: 1, createdAt: -1, _id: -1, status: 1, input1: 1, input2: 1 },
      ...{ 'product.productid': 1, paymentmode: 1, pricePaise: 1, partlyRefundedPaise: 1 },
    },
    { name: customerIndex },
  )
  schema.index(
    { userId: 1, 'ticket.openedAt': -1 },
    { name: ticketsOfIndex, partialFilterExpression: { 'ticket.openedAt': { $type: 'date' } } },
  )
  schema.index(
    {
      ...{ status: 1, ...boardSort, pricePaise: 1 },
      ...{ 'pendingReason.kind': 1, 'assignee.adminId': 1, 'assignee.until': 1 },
    },
    { name: boardIndex, partialFilterExpression: { status: 'Processing' } },
  )
  schema.index(
    { completedAt: 1, 'ended.by': 1, 'item.itemid': 1, processingAt: 1 },
    { name: deliveryTimesIndex, partialFilterExpression: { completedAt: { $gt: new Date(0) } } },
  )
  schema.index(
    { 'ended.at': 1, status: 1, 'ended.previous.status': 1, 'ended.previous.at': 1, pricePaise: 1 },
    { name: orderCountersIndex, partialFilterExpression: { 'ended.at': { $gt: new Date(0) } } },
  )
  schema.index(
    { status: 1, userId: 1 },
    { name: unpaidIndex, partialFilterExpression: { status: 'Created' } },
  )
  schema.index(
    { status: 1, paymentmode: 1, createdAt: -1, _id: -1, pricePaise: 1 },
    { name: allOrdersIndexes.createdAt },
  )
  schema.index({ status: 1, paymentmode: 1, pricePaise: -1, _id: -1 }, { name: allOrdersIndexes.pricePaise })
  schema.index({ input1: 1, createdAt: -1, _id: -1 }, { name: playerIndex })
  schema.index(
    {
      ...{ 'hold.incident': 1, status: 1, 'hold.releasedAt': 1, processingAt: 1, _id: 1 },
      pricePaise: 1,
    },
    { name: holdIndex, partialFilterExpression: { 'hold.incident': { $gt: '' } } },
  )
  schema.index({ updatedAt: 1, _id: 1 }, { name: changedOrdersIndex })
  schema.index(...bankReferenceIndex)
  schema.index(...discrepancyIndex)
  schema.index(
    { 'units.supplierOrderId': 1 },
    { name: 'supplier_order', partialFilterExpression: { 'units.supplierOrderId': { $gt: '' } } },
  )
  schema.index(
    { hasSupplierConflict: 1, createdAt: 1 },
    { name: 'supplier_conflicts', partialFilterExpression: { hasSupplierConflict: true } },
  )
  schema.index(
    {
      ...{ 'ticket.status': 1, 'ticket.replyDueAt': 1, _id: 1 },
      ...{ 'assignee.adminId': 1, 'assignee.until': 1 },
    },
    { name: ticketsIndex, partialFilterExpression: { 'ticket.replyDueAt': { $gt: new Date(0) } } },
  )
  schema.index(
    { 'ticket.status': 1, 'assignee.until': 1, 'assignee.adminId': 1 },
    {
      name: assignedTicketsIndex,
      partialFilterExpression: { 'ticket.status': 'open', 'assignee.until': { $gt: new Date(0) } },
    },
  )
  schema.index(
    { 'ticket.resolution.at': -1, _id: -1 },
    { name: resolvedIndex, partialFilterExpression: { 'ticket.resolution.at': { $gt: new Date(0) } } },
  )
  schema.index(
    { 'item.apiType': 1, delivery: 1, status: 1, processingAt: 1 },
    { name: waitingIndex, partialFilterExpression: { status: 'Processing', delivery: 'instant' } },
  )
  for (const task of ['payment', 'fulfil', 'notify', 'completion']) addTaskIndexes(schema, task)
}
