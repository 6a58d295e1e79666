import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { type ShownState, stateOf } from '../../lib/order-state.ts'
import type { TraceLine } from './trace-line.ts'

type SupplierText = Omit<TraceLine, 'party'>
type Line = Pick<TraceLine, 'tone'> & { text: Text }

/** What the supplier has of an order, or our team for manual delivery. */
export function supplierText(order: Order): TraceLine {
  const state = stateOf(order)
  const party = t(order.delivery === 'manual' ? 'Our team' : 'Supplier')
  const describe = () => {
    const { tone, text } = state.endedAt ? closedLine(state) : openLine(state)
    return { tone, text: t(text) }
  }
  return { party, ...(arrivedLine(state) ?? describe()) }
}

function arrivedLine({ deliveredAt, units }: ShownState): SupplierText | undefined {
  const isPart = units.delivered > 0 && units.delivered < units.total
  const some = t('{n} of {total} packs delivered', { n: units.delivered, total: units.total })
  if (deliveredAt) {
    const title = isPart ? some : t('Delivered')
    const time = clockTime(deliveredAt, { seconds: true })
    return { tone: 'ok', text: t('{what} at {time}', { what: title, time }) }
  }
  return isPart ? { tone: 'warn', text: some } : undefined
}

const refused: Line = { tone: 'bad', text: 'Refused, nothing was bought' }
const hasIt: Line = { tone: 'warn', text: 'Has the order, not delivered yet' }
const notQueried: Line = { tone: 'dim', text: 'Not asked before the payment is certain' }
const finding: Line = { tone: 'warn', text: 'Gave no clear answer; we are finding out' }

function openLine({ waitingFor, units }: ShownState): Line {
  switch (waitingFor) {
    case 'payment':
    case 'payment_review':
      return notQueried
    case 'supplier_answer':
      return { tone: 'warn', text: 'Asked, no answer yet' }
    case 'manual':
    case 'supplier_delivery':
      return hasIt
    case 'queued':
      return { tone: 'warn', text: 'Not sent yet, in the queue' }
    case 'outcome_unknown':
      return finding
    case 'supplier_unavailable':
      return { tone: 'warn', text: 'Does not answer just now; nothing bought yet' }
    case 'on_hold':
      return { tone: 'warn', text: 'Not asked yet; the order is kept until it is ready' }
    case 'supplier_deferred':
      return { tone: 'warn', text: 'Does not take it just now; nothing bought yet' }
    case 'supplier_review':
      return { tone: 'warn', text: 'Holds the order; our team talks to it' }
    case 'admin':
      if (units.rejected > 0) return refused
      return units.unclear > 0 ? finding : { tone: 'warn', text: 'Not delivered yet; our team looks into it' }
    case 'unknown':
    case 'nothing':
      return { tone: 'warn', text: 'Not delivered yet' }
    default:
      return waitingFor satisfies never
  }
}

/** For an order that ended without being delivered. */
function closedLine({ units }: ShownState): Line {
  if (units.delivered > 0) return { tone: 'warn', text: 'Delivered after the order was closed' }
  if (units.rejected > 0) return refused
  if (units.unclear > 0) return { tone: 'warn', text: 'Gave no clear answer' }
  if (units.atSupplier > 0) return { tone: 'warn', text: 'Had the order when it was closed' }
  return { tone: 'dim', text: 'Nothing was bought' }
}
