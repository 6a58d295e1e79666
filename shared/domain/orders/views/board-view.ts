import type { BoardOrder } from '../../../contracts/admin.ts'
import type { Product } from '../../../contracts/catalogue.ts'
import { toRupees } from '../../../contracts/money.ts'
import { nextStepsFor } from '../../../contracts/order-status.ts'
import { isAllowed, type StaffMember } from '../../../contracts/permissions.ts'
import { type IUnit, isAwaitingReading, isBelowCost, unitStates } from '../../purchasing/index.ts'
import type { OrderDoc, PendingReasonKind } from '../model/order-model.ts'
import type { StaffAction } from '../model/staff-action-schema.ts'
import { isRedelivered, isRedelivery } from '../rules/redelivery-rules.ts'
import { refundablePaise, suggestedRefundPaise, unitsValuePaise } from '../rules/refund-amount.ts'
import { orderView } from './order-view.ts'
import { ticketStaffView } from './ticket-view.ts'

/**
 * An order as the board shows it, from its document alone: a fact that stands elsewhere is copied onto the order when it
 * is placed (docs/how-to/add-a-board-column.md). A assignee that has run out is nobody's.
 */
export function boardView(order: OrderDoc, now: Date): BoardOrder {
  const assignee = order.assignee && order.assignee.until > now ? order.assignee : null
  return {
    ...orderView(order),
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
          ...{ adminId: order.pendingCompletion.adminId, name: order.pendingCompletion.name },
          until: order.pendingCompletion.until.toISOString(),
        }
      : null,
    needsCodes: order.delivery === 'manual' && readCategories.has(order.category),
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

/** The same for who may see orders: of who may not see the board, without what it alone tells. */
export function boardViewFor(admin: StaffMember, order: OrderDoc, now: Date): BoardOrder {
  const whole = boardView(order, now)
  const view = isAllowed(admin, 'customers.view')
    ? whole
    : { ...whole, useremail: '', customer: { ...whole.customer, mobilenumber: '' } }
  if (isAllowed(admin, 'board.view')) return view
  return { ...view, assignee: null, pendingCompletion: null, supplierBalance: null, staffActions: [] }
}

/** What was sent again, or is a second delivery itself, has nothing to give back. */
const nextStepsOf = (order: OrderDoc) =>
  nextStepsFor(order.status, 'admin').filter(
    (to) => to !== 'Refunded' || !(isRedelivery(order) || isRedelivered(order)),
  )

/** What is sold in these is mostly a code or a login. */
const readCategories: ReadonlySet<string> = new Set<Product['category']>(['ott', 'others'])

function unitOf(order: OrderDoc, unit: IUnit): BoardOrder['unitList'][number] {
  const { ref, state, attempt, supplierOrderId, message } = unit
  const known = isBelowCost(unit) ? 'held_back' : unitStates.includes(state) ? state : 'unknown'
  const price = toRupees(unitsValuePaise(order, [unit]))
  return {
    ...{ ref, state: known, attempt, supplierOrderId, message, price },
    ...{ cost: unit.cost ?? '', isAwaitingReading: isAwaitingReading(unit) },
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

const goesOnByItself = new Set<PendingReasonKind>([
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
  const next = goesOnByItself.has(kind) ? order.due.fulfil.at : null
  return { kind, since: since.toISOString(), detail, ...(next ? { until: next.toISOString() } : {}) }
}

/** The balance around the call that nobody knows the outcome of. */
function balanceOf(order: OrderDoc): BoardOrder['supplierBalance'] {
  const unit = order.units.find((one) => one.state === 'unknown' && one.balanceBefore !== '')
  return unit ? { before: unit.balanceBefore, after: unit.balanceAfter } : null
}
