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

const refused: Line = { tone: 'bad', text: 'Rejected, nothing was bought' }
const hasIt: Line = { tone: 'warn', text: 'Received, not delivered yet' }
const notQueried: Line = { tone: 'dim', text: 'Contacted once the payment is confirmed' }
const finding: Line = { tone: 'warn', text: 'Not confirmed, we’re checking' }

function openLine({ waitingFor, units }: ShownState): Line {
  switch (waitingFor) {
    case 'payment':
    case 'payment_review':
      return notQueried
    case 'supplier_answer':
      return { tone: 'warn', text: 'Waiting for a response' }
    case 'manual':
    case 'supplier_delivery':
      return hasIt
    case 'queued':
      return { tone: 'warn', text: 'Not sent yet, in the queue' }
    case 'outcome_unknown':
      return finding
    case 'supplier_unavailable':
      return { tone: 'warn', text: 'Unavailable right now, nothing bought yet' }
    case 'on_hold':
      return { tone: 'warn', text: 'Not sent yet, on hold' }
    case 'supplier_deferred':
      return { tone: 'warn', text: 'Not taking orders right now, nothing bought yet' }
    case 'supplier_review':
      return { tone: 'warn', text: 'On hold with the supplier, our team is following up' }
    case 'admin':
      if (units.rejected > 0) return refused
      return units.unclear > 0
        ? finding
        : { tone: 'warn', text: 'Not delivered yet, our team is reviewing it' }
    case 'unknown':
    case 'nothing':
      return { tone: 'warn', text: 'Not delivered yet' }
    default:
      return waitingFor satisfies never
  }
}

/** For an order that ended without being delivered. */
function closedLine({ units }: ShownState): Line {
  if (units.delivered > 0) return { tone: 'warn', text: 'Delivered after the order closed' }
  if (units.rejected > 0) return refused
  if (units.unclear > 0) return { tone: 'warn', text: 'Not confirmed' }
  if (units.atSupplier > 0) return { tone: 'warn', text: 'Still with the supplier when the order closed' }
  return { tone: 'dim', text: 'Nothing was bought' }
}
