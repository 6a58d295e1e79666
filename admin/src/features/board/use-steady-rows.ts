import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { useState } from 'react'
import { type SteadyRow, steadyRows } from './steady-rows.ts'

type Wanted = {
  current: readonly BoardOrder[]
  held: boolean
  ownMoves: ReadonlySet<string>
  /** Names the list: another tab or search shows its rows at once. */
  list: string
  /** An order that must be on the screen, waiting or not. */
  mustShow: string | undefined
}

/** The rows on the screen, kept still under a hand; `letIn` brings in those that wait. */
export function useSteadyRows({ current, held, ownMoves, list, mustShow }: Wanted) {
  const [last, setLast] = useState<{ list: string; rows: readonly SteadyRow[] }>({ list, rows: [] })
  const missing = isMissing(mustShow, last.rows) && current.some((order) => order.orderid === mustShow)
  const still = held && last.list === list && !missing
  const { rows, waiting } = steadyRows({ shown: last.rows, current, held: still, ownMoves })
  if (last.list !== list || !isSame(last.rows, rows)) setLast({ list, rows })
  const letIn = () => setLast({ list, rows: current.map((order) => ({ order, left: false })) })
  return { rows, waiting, letIn }
}

function isMissing(orderid: string | undefined, rows: readonly SteadyRow[]): boolean {
  return orderid !== undefined && !rows.some(({ order }) => order.orderid === orderid)
}

function isSame(a: readonly SteadyRow[], b: readonly SteadyRow[]): boolean {
  return a.length === b.length && a.every((row, at) => row.order === b[at]?.order && row.left === b[at]?.left)
}
