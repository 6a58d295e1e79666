import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { TimelineEntry } from '@jhatpat/shared/contracts/order-timeline.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { type AttentionWords, attentionWords } from '../../lib/attention-words.ts'
import { pointsNumber } from '../../lib/points.ts'

/** Why an order waits, in two lines: the kind, and the detail or how it was paid. */
export function knownOf(order: BoardOrder): AttentionWords & { detail: string } {
  return { ...attentionWords[order.attention.kind], detail: waitsFor(order) || paidText(order) }
}

/** A supplier's status as it stands in its reply, unlike our sentences about it: `incorrect-details`. */
const isVendorWord = /^[a-z]+(-[a-z]+)*$/

/** First what counts, as the line may be cut: how much arrived, when the next try is. */
function waitsFor({ attention: { kind, detail, until }, units }: BoardOrder): string {
  if (isVendorWord.test(detail)) return `The supplier says “${detail}”`
  if (kind === 'partly_delivered') return `${units.delivered} of ${units.total} packs arrived`
  return until ? `Next try at ${clockTime(until)}. ${detail}` : detail
}

/** `Paid, ref 4321 9870 1177` or `Paid from wallet`. */
export function paidText(order: BoardOrder): string {
  if (order.paymentmode === 'wallet') return 'Paid from wallet'
  return order.transactionid ? `Paid, ref ${inFours(order.transactionid)}` : 'Paid by UPI'
}

/** One step of an order's past, for the admin. */
export function factText(entry: TimelineEntry, order: BoardOrder): string {
  const parts = [stepText(entry, order)]
  if (entry.step !== 'paid' && entry.reference) parts.push(`ref ${entry.reference}`)
  if (entry.by) parts.push(`by ${entry.by}`)
  return parts.join(', ') + (entry.reason ? `: ${entry.reason}` : '')
}

function stepText(entry: TimelineEntry, order: BoardOrder): string {
  const money = entry.amount === undefined ? '' : ` ${formatRupees(entry.amount)}`
  switch (entry.step) {
    case 'ordered':
      return 'Ordered'
    case 'paid':
      return order.paymentmode === 'wallet'
        ? `Paid${money} from the wallet`
        : `Paid${money} by UPI${entry.reference ? `, ref ${inFours(entry.reference)}` : ''}`
    case 'sent':
      return 'Sent to the supplier'
    case 'accepted':
      return 'Accepted by the supplier'
    case 'unit_delivered':
      return 'A pack was delivered'
    case 'unit_refused':
      return 'Refused by the supplier'
    case 'outcome_unknown':
      return 'No clear answer from the supplier'
    case 'sent_again':
      return 'To be sent again'
    case 'waiting_supplier':
      return 'The supplier is paused, the order waits'
    case 'supplier_holds':
      return 'The supplier holds the order and its money'
    case 'by_hand':
      return 'To be delivered by hand'
    case 'credited':
      return `Credited${money} to the wallet`
    case 'completed':
      return 'Completed'
    case 'refunded':
      return `Refunded${money}`
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return 'Failed'
    default:
      return entry.step satisfies never
  }
}

const unitWords = {
  planned: 'Not bought yet',
  sending: 'At the supplier',
  delivered: 'Delivered',
  refused: 'Refused',
  unknown: 'Outcome unknown',
} as const satisfies Record<BoardOrder['unitList'][number]['state'], string>

/** Where one unit of an order is: `Delivered, ref S1234` or `Refused: The recharge has failed.` */
export function unitText({ state, supplierOrderId, message }: BoardOrder['unitList'][number]): string {
  const reference = supplierOrderId ? `, ref ${supplierOrderId}` : ''
  return `${unitWords[state]}${reference}${message ? `: ${message}` : ''}`
}

/** What the supplier's points did around the call, or nothing where they can't be compared. */
export function pointsText(order: BoardOrder): { before: string; after: string; change: string } | undefined {
  if (!order.supplierBalance) return undefined
  const { before, after } = order.supplierBalance
  const fell = pointsFell(order)
  const change = fell === undefined ? '' : changeText(fell)
  return { before: pointsWord(before), after: pointsWord(after), change }
}

/** By how much the points fell around the call; undefined where that is not known. */
export function pointsFell({ supplierBalance }: BoardOrder): number | undefined {
  if (!supplierBalance || supplierBalance.before === '' || supplierBalance.after === '') return undefined
  // In hundredths, as the supplier counts them: decimals must not leave a rest.
  const fell = Math.round((Number(supplierBalance.before) - Number(supplierBalance.after)) * 100) / 100
  return Number.isFinite(fell) ? fell : undefined
}

function changeText(fell: number): string {
  if (fell === 0) return 'unchanged, as if nothing was bought'
  return fell > 0 ? `down ${pointsNumber(fell)}, as if it was bought` : `up ${pointsNumber(-fell)}`
}

/** Points in words: `1,84,220`, or `not known` where no balance was read. */
export function pointsWord(balance: string): string {
  const points = Number(balance)
  return balance === '' ? 'not known' : Number.isFinite(points) ? pointsNumber(points) : balance
}

function inFours(reference: string): string {
  return /^\d{12}$/.test(reference) ? reference.replace(/(\d{4})(?=\d)/g, '$1 ') : reference
}
