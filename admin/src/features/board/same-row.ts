import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { RowTools } from './row-tools.ts'

export type RowProps = RowTools & { order: BoardOrder; left: boolean; at: number }

/**
 * Whether a row would be drawn as it is already. An open one is always drawn anew; the time is the row's own business,
 * and functions are steady (`useStableCallbacks`).
 */
export function isSameRow(before: RowProps, after: RowProps): boolean {
  const { orderid } = after.order
  if (before.order !== after.order || before.left !== after.left) return false
  if (isOpen(before) || isOpen(after)) return false
  return (
    isActing(before) === isActing(after) &&
    isFirst(before) === isFirst(after) &&
    before.selection.has(orderid) === after.selection.has(orderid) &&
    before.act.doing.get(orderid) === after.act.doing.get(orderid) &&
    before.act.notes.get(orderid) === after.act.notes.get(orderid) &&
    hasSamePeople(before, after)
  )
}

const isOpen = ({ row, order }: RowProps) => row.openId === order.orderid
const isActing = ({ actingId, order }: RowProps) => actingId === order.orderid
const isFirst = ({ row, order }: RowProps) => row.tabStop === order.orderid

function hasSamePeople(before: RowProps, after: RowProps): boolean {
  if (before.people === after.people) return true
  const [was, is] = [peopleAt(before), peopleAt(after)]
  return was.length === is.length && was.every((person, at) => person === is[at])
}

const peopleAt = ({ people, order }: RowProps) => people.filter(({ orderid }) => orderid === order.orderid)
