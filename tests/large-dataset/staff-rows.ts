import type { IAuditRow } from '@jhatpat/shared/domain/audit/index.ts'
import { auditTarget } from '@jhatpat/shared/domain/audit/index.ts'
import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'

const hourMs = 3_600_000

/**
 * Five former staff members: with current ones, their accounts would be admins of this shop, and could
 * approve.
 */
const authors = ['Meera', 'Kabir', 'Sana', 'Vikram', 'Lata'].map((name, at) => ({
  userId: `a${String(at).padStart(23, '0')}`,
  name,
}))

/**
 * One of a hundred completed orders has a ticket, and every second ticket is open: a bad week for the
 * queue.
 */
export function reportOf(serial: number, endedAt: Date): OrderDoc['ticket'] {
  if (serial % 97 !== 0) return null
  const openedAt = new Date(endedAt.getTime() + hourMs)
  const isOpen = serial % 2 === 0
  return {
    status: isOpen ? 'open' : 'resolved',
    issue: 'not_received',
    note: 'Not received.',
    language: 'en',
    openedAt,
    replyDueAt: new Date(openedAt.getTime() + 24 * hourMs),
    resolution: isOpen
      ? null
      : { kind: 'explained', text: 'It’s in your mailbox.', at: afterHours(openedAt, 5) },
    messages: [
      { id: `M${serial}`, from: 'customer', text: 'Still not received.', at: openedAt, resolution: '' },
    ],
    // Both alerts were raised: no worker has a task for it.
    readCount: isOpen ? 0 : 1,
    deadlineAt: afterHours(openedAt, 48),
    alerted: 'over',
  }
}

/** The audit log of an order: every tenth was viewed, with its customer, and each that a person ended. */
export function auditRowsOf(order: OrderDoc, serial: number): IAuditRow[] {
  const rows: IAuditRow[] = []
  const target = auditTarget.order(order._id)
  const add = (action: IAuditRow['action'], more: Partial<IAuditRow>) =>
    rows.push(aRow({ serial, action, target, at: order.updatedAt, ...more }))
  if (serial % 10 === 0) {
    add('customer.view', { target: auditTarget.user(String(order.userId)) })
    add('order.view', {})
  }
  if (order.status === 'Cancelled') {
    add('order.cancel', {
      before: { status: 'Processing' },
      after: { status: 'Cancelled' },
      reason: 'Asked for',
    })
  }
  if (order.ticket?.resolution) add('order.ticket_explained', { at: order.ticket.resolution.at })
  return rows
}

type Row = Partial<IAuditRow> & Pick<IAuditRow, 'action' | 'target' | 'at'> & { serial: number }

const aRow = ({ serial, ...row }: Row): IAuditRow => ({
  _id: `${row.action}:${serial}`,
  by: authors[serial % authors.length] ?? { userId: '', name: '' },
  before: {},
  after: {},
  reason: '',
  from: '203.0.113.7',
  requestId: `large-${serial}`,
  ...row,
})

const afterHours = (at: Date, hours: number) => new Date(at.getTime() + hours * hourMs)
