import type { Schema } from 'mongoose'
import { addTaskIndexes } from '../../../platform/due-tasks.ts'
import { bankReferenceIndex, discrepancyIndex } from '../../payments/index.ts'

/** A customer's orders, newest first, with the fields that they are filtered, counted and summed by. */
export const customerIndex = 'customer_orders'

/** A customer's tickets, latest first. */
export const ticketsOfIndex = 'tickets_of'

/** Tickets by deadline, with the fields that open ones are counted and filtered by. */
export const ticketsIndex = 'tickets_due'

/** Assigned open tickets, by the end of the assignment and by assignee. */
export const assignedTicketsIndex = 'tickets_assigned'

/** Resolved tickets by the time of their resolution. */
export const resolvedIndex = 'tickets_resolved'

/**
 * The board: orders that need an admin's action first, then the oldest, with the fields that open orders are
 * counted and filtered by.
 */
export const boardIndex = 'board_list'
/** The sort order of the board's list. */
export const boardSort = { 'pendingReason.needsAction': -1, processingAt: 1, _id: 1 } as const

/** Unpaid orders by customer. */
export const unpaidIndex = 'unpaid_of'

/** Ended orders by the time of their end, with the fields of the order counters. */
export const orderCountersIndex = 'order_counters'

/** Completed orders with their item, actor and times: all that an item's delivery times are measured from. */
export const deliveryTimesIndex = 'delivery_times'

/**
 * All orders by time and by price. Status and payment method have few values, so that a list filtered by them
 * merges the ranges of each and needs no index of its own.
 */
export const allOrdersIndexes = { createdAt: 'all_by_time', pricePaise: 'all_by_price' } as const

/** Orders that were put on hold by an incident, in the order of their release. */
export const holdIndex = 'on_hold'

/** A player's orders, newest first. */
export const playerIndex = 'player'

/** Open instant orders, oldest of each API type first. */
export const waitingIndex = 'supplier_demand'

/** Open orders with a purchase whose outcome is unknown. */
export const unknownUnitsIndex = 'unknown_units'

/** Orders by the time of their last change. */
export const changedOrdersIndex = 'changed'

/** Adds all indexes of the orders. */
export function addOrderIndexes<T>(schema: Schema<T>): void {
  schema.index(
    {
      userId: 1,
      createdAt: -1,
      _id: -1,
      status: 1,
      input1: 1,
      input2: 1,
      'product.productid': 1,
      paymentmode: 1,
      pricePaise: 1,
      partlyRefundedPaise: 1,
    },
    { name: customerIndex },
  )
  schema.index(
    { userId: 1, 'ticket.openedAt': -1 },
    { name: ticketsOfIndex, partialFilterExpression: { 'ticket.openedAt': { $type: 'date' } } },
  )
  schema.index(
    {
      status: 1,
      ...boardSort,
      pricePaise: 1,
      'pendingReason.kind': 1,
      'assignee.adminId': 1,
      'assignee.until': 1,
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
      'hold.incident': 1,
      status: 1,
      'hold.releasedAt': 1,
      processingAt: 1,
      _id: 1,
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
    { 'units.state': 1 },
    {
      name: unknownUnitsIndex,
      partialFilterExpression: { status: 'Processing', 'units.state': 'unknown' },
    },
  )
  schema.index(
    { hasSupplierConflict: 1, createdAt: 1 },
    { name: 'supplier_conflicts', partialFilterExpression: { hasSupplierConflict: true } },
  )
  addTicketIndexes(schema)
  schema.index(
    { 'item.apiType': 1, delivery: 1, status: 1, processingAt: 1 },
    { name: waitingIndex, partialFilterExpression: { status: 'Processing', delivery: 'instant' } },
  )
  for (const task of ['payment', 'fulfil', 'notify', 'completion']) addTaskIndexes(schema, task)
}

function addTicketIndexes<T>(schema: Schema<T>): void {
  schema.index(
    {
      'ticket.status': 1,
      'ticket.replyDueAt': 1,
      _id: 1,
      'assignee.adminId': 1,
      'assignee.until': 1,
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
}
