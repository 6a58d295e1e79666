import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { isLate } from '@jhatpat/shared/contracts/needs-action.ts'
import type { Me } from '../../lib/me.ts'
import { holderOf } from './assignment.ts'

export const boardTabs = ['all', 'mine', 'unassigned', 'unknown', 'late'] as const
export type BoardTab = (typeof boardTabs)[number]

export const tabLabels: Record<BoardTab, string> = {
  all: 'All',
  mine: 'Mine',
  unassigned: 'Unassigned',
  unknown: 'Outcome unknown',
  late: 'Late',
}

/** An unknown value is `all`, so that an old or mistyped address still works. */
export function toBoardTab(text: string | null): BoardTab {
  return boardTabs.find((tab) => tab === text) ?? 'all'
}

export function isInTab(tab: BoardTab, order: BoardOrder, { me, nowMs }: { me: Me; nowMs: number }): boolean {
  switch (tab) {
    case 'all':
      return true
    case 'mine':
      return holderOf(order, me, nowMs).kind === 'me'
    case 'unassigned':
      return holderOf(order, me, nowMs).kind === 'unassigned'
    case 'unknown':
      return order.pendingReason.kind === 'outcome_unknown'
    case 'late':
      return isLate(order, nowMs)
    default:
      return tab satisfies never
  }
}

/**
 * Whether an order matches a pasted text: any of its ids, the player's id, the e-mail, the mobile
 * number, a name or a bank reference. Blanks, hyphens and case are ignored, so ids may come in
 * groups.
 */
export function matchesSearch(order: BoardOrder, text: string): boolean {
  const wanted = bare(text)
  return wanted === '' || searchable(order).some((value) => bare(value).includes(wanted))
}

function searchable(order: BoardOrder): string[] {
  return [
    order.orderid,
    order._id,
    order.client_txn_id,
    order.transactionid,
    order.input1,
    order.input2,
    `${order.input1}(${order.input2})`,
    order.username,
    order.useremail,
    order.customer.name,
    order.customer.mobilenumber,
    `91${order.customer.mobilenumber}`,
    order.itemname,
    order.product.name,
    ...order.timeline.flatMap((entry) => (entry.reference ? [entry.reference] : [])),
  ]
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[\s+-]+/g, '')
}
