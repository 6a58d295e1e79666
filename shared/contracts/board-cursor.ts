import type { BoardOrder } from './admin.ts'

/** Default number of orders on a page of the board, over the socket too. */
export const boardPageSize = 500

/** An order's position in the board's list. */
export type BoardCursor = { needsAction: boolean; since: Date; orderid: string }

type Placed = Pick<BoardOrder, 'needsAction' | 'processingSince' | 'orderid'>

/**
 * An order's position as text, which sorts as the list does:
 * `0.2026-11-21T10:00:00.000Z.JP261121…`.
 */
export const boardCursor = ({ needsAction, processingSince, orderid }: Placed): string =>
  `${needsAction ? 0 : 1}.${processingSince}.${orderid}`

/** Parses the text of `boardCursor`; the contract validates its form. */
export function readBoardCursor(place: string): BoardCursor {
  const since = place.slice(2, 26)
  return { needsAction: place.startsWith('0'), since: new Date(since), orderid: place.slice(27) }
}
