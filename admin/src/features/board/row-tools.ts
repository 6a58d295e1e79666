import type { BoardPresence } from '@jhatpat/shared/contracts/realtime.ts'
import type { BoardMoves } from './use-board-moves.ts'
import type { ExpandedRow } from './use-expanded-row.ts'
import type { Selection } from './use-selection.ts'

/** What answers are given with, on the board and on an order's page. */
export type ActionTools = {
  row: Pick<ExpandedRow, 'confirming' | 'ask' | 'close'>
  act: Pick<BoardMoves, 'doing' | 'move' | 'resolve' | 'undoCompletion'>
}

/** What each row of the board works with. `actingId`: the order that keys act on. */
export type RowTools = {
  row: ExpandedRow
  act: BoardMoves
  selection: Selection
  nowMs: number
  actingId: string | undefined
  /** The other admins on the board, with the order that each has open. */
  people: readonly BoardPresence[]
}
