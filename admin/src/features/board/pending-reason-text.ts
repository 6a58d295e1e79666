import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { inFours } from '../../lib/order-facts.ts'
import { type PendingReasonTexts, pendingReasonTexts } from '../../lib/pending-reason-texts.ts'
import { pointsNumber } from '../../lib/points.ts'

/** The pending reason in two lines: the kind, then the detail or the payment. */
export function pendingReasonText(order: BoardOrder): PendingReasonTexts & { detail: string } {
  return { ...pendingReasonTexts[order.pendingReason.kind], detail: waitingFor(order) || paidText(order) }
}

/**
 * A supplier's status as its reply gives it, such as `incorrect-details`, rather than a sentence of
 * ours.
 */
const isVendorWord = /^[a-z]+(-[a-z]+)*$/

/**
 * The most important fact comes first because the line may be cut: units delivered, then the next
 * retry.
 */
function waitingFor({ pendingReason: { kind, detail, until }, units }: BoardOrder): string {
  if (isVendorWord.test(detail)) return `The supplier says “${detail}”`
  if (kind === 'partly_delivered') return `${units.delivered} of ${units.total} packs arrived`
  return until ? `Next try at ${clockTime(until)}. ${detail}` : detail
}

/** `Paid, ref 4321 9870 1177`, `Paid from wallet`, or the order that a redelivery replaces. */
export function paidText(order: BoardOrder): string {
  if (order.redeliveryOf) return `Free, in place of ${groupId(order.redeliveryOf)}`
  if (order.paymentmode === 'wallet') return 'Paid from wallet'
  return order.transactionid ? `Paid, ref ${inFours(order.transactionid)}` : 'Paid by UPI'
}

/** The supplier balance around the purchase; undefined where it can't be compared. */
export function pointsText(order: BoardOrder): { before: string; after: string; change: string } | undefined {
  if (!order.supplierBalance) return undefined
  const { before, after } = order.supplierBalance
  const fell = balanceDrop(order)
  const change = fell === undefined ? '' : changeText(fell)
  return { before: pointsWord(before), after: pointsWord(after), change }
}

/** By how much the balance dropped around the purchase; undefined where that is unknown. */
export function balanceDrop({ supplierBalance }: BoardOrder): number | undefined {
  if (!supplierBalance || supplierBalance.before === '' || supplierBalance.after === '') return undefined
  // Rounded to hundredths, the supplier's precision: floating point must not leave a remainder.
  const fell = Math.round((Number(supplierBalance.before) - Number(supplierBalance.after)) * 100) / 100
  return Number.isFinite(fell) ? fell : undefined
}

function changeText(fell: number): string {
  if (fell === 0) return 'unchanged'
  return fell > 0
    ? `down ${pointsNumber(fell)}, for all that was bought meanwhile`
    : `up ${pointsNumber(-fell)}`
}

/** The balance as text: `1,84,220`, or `not known` where none was read. */
export function pointsWord(balance: string): string {
  const points = Number(balance)
  return balance === '' ? 'not known' : Number.isFinite(points) ? pointsNumber(points) : balance
}
