import type { BoardOrder } from '../../../contracts/admin.ts'
import { toRupees } from '../../../contracts/money.ts'
import { nextStepsFor } from '../../../contracts/order-status.ts'
import type { PendingReasonKind } from '../../../contracts/pending-reasons.ts'
import { isAllowed, type StaffMember } from '../../../contracts/permissions.ts'
import { type IUnit, isAwaitingReading, isBelowCost, unitStates } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { StaffAction } from '../model/staff-action-schema.ts'
import { needsCodes } from '../rules/needs-codes.ts'
import { isRedelivered, isRedelivery } from '../rules/redelivery-rules.ts'
import { refundablePaise, suggestedRefundPaise, unitsValuePaise } from '../rules/refund-amount.ts'
import { timelineOf } from './order-timeline.ts'
import { orderView } from './order-view.ts'
import { ticketStaffView } from './ticket-view.ts'

/**
 * An order as the board shows it, from its document alone: facts from elsewhere are copied onto the order
 * when it is placed (docs/how-to/add-a-board-column.md). An assignment that has ended is left out.
 */
export function boardView(order: OrderDoc, now: Date): BoardOrder {
  const assignee = order.assignee && order.assignee.until > now ? order.assignee : null
  return {
    ...orderView(order),
    timeline: timelineOf(order, { isForStaff: true }),
    customer: {
      _id: String(order.userId),
      name: order.customer.name,
      role: order.customer.role,
      mobilenumber: order.customer.mobilenumber,
    },
    pendingReason: pendingReasonOf(order),
    needsAction: order.pendingReason?.needsAction === true,
    assignee: assignee && {
      adminId: assignee.adminId,
      name: assignee.name,
      since: assignee.since.toISOString(),
      until: assignee.until.toISOString(),
    },
    pendingCompletion: order.pendingCompletion
      ? {
          adminId: order.pendingCompletion.adminId,
          name: order.pendingCompletion.name,
          until: order.pendingCompletion.until.toISOString(),
        }
      : null,
    needsCodes: needsCodes(order),
    nextSteps: nextStepsOf(order),
    processingSince: (order.processingAt ?? order.createdAt).toISOString(),
    supplierBalance: balanceOf(order),
    unitList: order.units.map((unit) => unitOf(order, unit)),
    ...(order.ticket ? { ticketFacts: ticketStaffView(order.ticket) } : {}),
    suggestedRefund: toRupees(suggestedRefundPaise(order)),
    refundable: toRupees(refundablePaise(order)),
    staffActions: (order.staffActions ?? []).map(staffActionView).reverse(),
    noteSummary: { count: order.notes?.length ?? 0, lastAt: order.notes?.at(-1)?.at.toISOString() ?? null },
  }
}

/**
 * The same for a staff member who may see orders; without the right to see the board, the facts that only it
 * shows are left out.
 */
export function boardViewFor(admin: StaffMember, order: OrderDoc, now: Date): BoardOrder {
  const fullView = boardView(order, now)
  const view = isAllowed(admin, 'customers.view')
    ? fullView
    : { ...fullView, useremail: '', customer: { ...fullView.customer, mobilenumber: '' } }
  if (isAllowed(admin, 'board.view')) return view
  return { ...view, assignee: null, pendingCompletion: null, supplierBalance: null, staffActions: [] }
}

/** A redelivered order and a redelivery cannot be refunded. */
const nextStepsOf = (order: OrderDoc) =>
  nextStepsFor(order.status, 'admin').filter(
    (to) => to !== 'Refunded' || !(isRedelivery(order) || isRedelivered(order)),
  )

function unitOf(order: OrderDoc, unit: IUnit): BoardOrder['unitList'][number] {
  const { ref, state, attempt, supplierOrderId, message } = unit
  const shownState = isBelowCost(unit) ? 'held_back' : unitStates.includes(state) ? state : 'unknown'
  const price = toRupees(unitsValuePaise(order, [unit]))
  return {
    ref,
    state: shownState,
    attempt,
    supplierOrderId,
    message,
    price,
    cost: unit.cost ?? '',
    isAwaitingReading: isAwaitingReading(unit),
  }
}

const staffActionView = ({
  at,
  amountPaise,
  ...decision
}: StaffAction): BoardOrder['staffActions'][number] => ({
  ...decision,
  at: at.toISOString(),
  amount: toRupees(amountPaise),
})

const continuesByItself = new Set<PendingReasonKind>([
  'supplier_unavailable',
  'supplier_deferred',
  'task_failed',
  'outcome_unknown',
])

function pendingReasonOf(order: OrderDoc): BoardOrder['pendingReason'] {
  const { kind, since, detail } = order.pendingReason ?? {
    kind: 'in_progress',
    since: order.updatedAt,
    detail: '',
  }
  const next = continuesByItself.has(kind) ? order.due.fulfil.at : null
  return { kind, since: since.toISOString(), detail, ...(next ? { until: next.toISOString() } : {}) }
}

/** The balance around the purchase of unknown outcome. */
function balanceOf(order: OrderDoc): BoardOrder['supplierBalance'] {
  const unit = order.units.find((one) => one.state === 'unknown' && one.balanceBefore !== '')
  return unit ? { before: unit.balanceBefore, after: unit.balanceAfter } : null
}
