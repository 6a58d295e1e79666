import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { useState } from 'react'
import { type StableRow, stableRows } from './stable-rows.ts'

type Wanted = {
  current: readonly BoardOrder[]
  isInteracting: boolean
  ownMoves: ReadonlySet<string>
  /** Names the list: another tab or search shows its rows at once. */
  list: string
  /** An order that must be on the screen, waiting or not. */
  mustShow: string | undefined
}

/** The rows on the screen, kept still under a hand; `completeSignIn` brings in those that wait. */
export function useStableRows({ current, isInteracting, ownMoves, list, mustShow }: Wanted) {
  const [last, setLast] = useState<{ list: string; rows: readonly StableRow[] }>({ list, rows: [] })
  const missing = isMissing(mustShow, last.rows) && current.some((order) => order.orderid === mustShow)
  const still = isInteracting && last.list === list && !missing
  const { rows, waiting } = stableRows({ shown: last.rows, current, isInteracting: still, ownMoves })
  if (last.list !== list || !isSame(last.rows, rows)) setLast({ list, rows })
  const completeSignIn = () => setLast({ list, rows: current.map((order) => ({ order, left: false })) })
  return { rows, waiting, completeSignIn }
}

function isMissing(orderid: string | undefined, rows: readonly StableRow[]): boolean {
  return orderid !== undefined && !rows.some(({ order }) => order.orderid === orderid)
}

function isSame(a: readonly StableRow[], b: readonly StableRow[]): boolean {
  return a.length === b.length && a.every((row, at) => row.order === b[at]?.order && row.left === b[at]?.left)
}
