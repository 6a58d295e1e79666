import type { BoardOrder } from './admin.ts'

/** So many orders a page of the board has where nobody asks for another number, over the socket too. */
export const boardPageSize = 500

/** Where an order stands in the board's list. */
export type BoardCursor = { needsAction: boolean; since: Date; orderid: string }

type Placed = Pick<BoardOrder, 'needsAction' | 'processingSince' | 'orderid'>

/** The place of an order as text, which sorts as the list does: `0.2026-11-21T10:00:00.000Z.JP261121…`. */
export const boardCursor = ({ needsAction, processingSince, orderid }: Placed): string =>
  `${needsAction ? 0 : 1}.${processingSince}.${orderid}`

/** What `boardCursor` wrote; its form is for the contract to check. */
export function readBoardCursor(place: string): BoardCursor {
  const since = place.slice(2, 26)
  return { needsAction: place.startsWith('0'), since: new Date(since), orderid: place.slice(27) }
}
