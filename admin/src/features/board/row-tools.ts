import type { BoardPresence } from '@jhatpat/shared/contracts/realtime.ts'
import type { BoardCommands } from './use-board-commands.ts'
import type { ExpandedRow } from './use-expanded-row.ts'
import type { Selection } from './use-selection.ts'

/** What actions need, on the board and on the order details. */
export type ActionTools = {
  row: Pick<ExpandedRow, 'confirming' | 'confirm' | 'close'>
  act: Pick<BoardCommands, 'busyTexts' | 'transition' | 'resolve' | 'undoCompletion'>
}

/** What each row of the board needs. `actingId`: the order that keys act on. */
export type RowTools = {
  row: ExpandedRow
  act: BoardCommands
  selection: Selection
  nowMs: number
  actingId: string | undefined
  /** The other admins on the board, with the order that each has expanded. */
  people: readonly BoardPresence[]
}
