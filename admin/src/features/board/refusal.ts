import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { ApiError, NetworkError } from '@jhatpat/shared/contracts/http/client.ts'
import { relativeTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { messageOf } from '../../lib/message-of.ts'

/** What stands under a row until the next thing is done with it. */
export type RowNote = { kind: 'bad' | 'warn'; title: string; text: string }

/**
 * Why the server did not do what was asked, for the admin: what happened, and whether anything was changed.
 * `now` is the order as it is after confirming again; undefined when it has left the board.
 */
export function refusalOf(error: unknown, now: BoardOrder | undefined, nowMs: number): RowNote {
  if (error instanceof NetworkError) {
    return {
      kind: 'bad',
      title: error.message,
      text: 'No answer came. Whether the order was changed shows in its row as soon as the server is back.',
    }
  }
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'order_assigned' && now?.assignee) {
    return {
      kind: 'bad',
      title: `${now.assignee.name} has this order`,
      text: `Claimed ${relativeTime(now.assignee.since, nowMs)}. Nothing was changed.`,
    }
  }
  if (code === 'order_changed' || code === 'not_found') {
    return { kind: 'bad', title: 'This order has moved on', text: messageOf(error) }
  }
  return { kind: 'bad', title: 'The server refused', text: messageOf(error) }
}
