import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { useState } from 'react'

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

export type Selection = ReturnType<typeof useSelection>
