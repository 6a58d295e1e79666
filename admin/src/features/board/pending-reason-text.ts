import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { inFours } from '../../lib/order-facts.ts'
import { type PendingReasonTexts, pendingReasonTexts } from '../../lib/pending-reason-texts.ts'
import { nameOf } from '../../lib/suppliers/supplier-names.ts'

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
  // The detail is the incident's id: its scope and a number.
  if (kind === 'on_hold') return `${scopeName(detail.replace(/:\d+$/, ''))} is on hold`
  if (isVendorWord.test(detail)) return `Supplier: “${detail}”`
  if (kind === 'partly_delivered') return `${units.delivered} of ${units.total} units delivered`
  return [nextText(kind, until), withNames(detail)].filter(Boolean).join(' ')
}

/** When it continues. An unknown outcome is checked and never bought again blindly; a time that has passed is left out. */
function nextText(kind: BoardOrder['pendingReason']['kind'], until: string | undefined): string {
  if (!until || Date.parse(until) <= serverNow()) return ''
  return `${kind === 'outcome_unknown' ? 'Next check' : 'Next attempt'} ${clockTime(until)}.`
}

/** Supplier accounts by their names: `SMILEPH does not answer` is about Smile.one PH. */
const withNames = (detail: string) => detail.replace(/\b(?:SMILEBR|SMILEPH|MOOGOLD)\b/g, nameOf)

/** `Paid by UPI, ref 4321 9870 1177`, `Paid by wallet`, or the order that a redelivery replaces. */
export function paidText(order: BoardOrder): string {
  if (order.redeliveryOf) return `Free, replacement for ${groupId(order.redeliveryOf)}`
  if (order.paymentmode === 'wallet') return 'Paid by wallet'
  return order.transactionid ? `Paid by UPI, ref ${inFours(order.transactionid)}` : 'Paid by UPI'
}

const scopeName = (scope: string) => (scope === 'ALL' ? 'Every supplier' : nameOf(scope))
