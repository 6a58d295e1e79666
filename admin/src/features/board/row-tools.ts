import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { EndedOrder } from '@jhatpat/shared/contracts/ended-orders.ts'
import type { BoardPresence } from '@jhatpat/shared/contracts/realtime.ts'
import { useState } from 'react'
import type { BoardCommands } from './use-board-commands.ts'
import type { ExpandedRow } from './use-expanded-row.ts'

/** The orders selected for a bulk action; an order that leaves the board is deselected. */
export function useSelection(all: readonly BoardOrder[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    orders: all.filter((order) => ids.has(order.orderid)),
    has: (orderid: string) => ids.has(orderid),
    toggle: (orderid: string) =>
      setIds((before) => {
        const after = new Set(before)
        if (!after.delete(orderid)) after.add(orderid)
        return after
      }),
    clear: () => setIds(new Set()),
  }
}

type Selection = ReturnType<typeof useSelection>

/** What actions need, on the board and on the order details. */
export type ActionTools = {
  row: Pick<ExpandedRow, 'confirming' | 'confirm' | 'close'>
  act: Pick<BoardCommands, 'busyTexts' | 'held' | 'transition' | 'resolve' | 'undoCompletion'>
}

/** What each row of the board needs. `actingId`: the order that keys act on. */
export type RowTools = {
  row: ExpandedRow
  act: BoardCommands
  selection: Selection
  nowMs: number
  actingId: string | undefined
  /** How orders ended that have left the board, by id. */
  departed: ReadonlyMap<string, EndedOrder>
  /** The other admins on the board, with the order that each has expanded. */
  people: readonly BoardPresence[]
}
