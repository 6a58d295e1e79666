import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { boardCursor, boardPageSize } from '@jhatpat/shared/contracts/board-cursor.ts'
import type { Page, WebSocketRoute } from '@playwright/test'
import { makeBoardOrder } from '../../../admin/src/features/board/board-order-fixture.ts'

/** A board with many orders, served in the browser instead of by the shop. */
export type FullBoard = {
  /** Sends the page an update of one order: alternately assigned and unassigned. */
  change(): void
}

/** Serves `size` open orders of the last 29 minutes to a page, before it is opened. */
export async function serveFullBoard(page: Page, size: number): Promise<FullBoard> {
  const nowMs = Date.now()
  const orders = Array.from({ length: size }, (_one, index) =>
    anOrder(index, nowMs - (29 * 60_000 * index) / size),
  )
  return serveBoard(page, orders)
}

/** Serves these orders to a page, before it is opened. */
export async function serveBoard(page: Page, shown: readonly BoardOrder[]): Promise<FullBoard> {
  const orders = shown.toSorted((a, b) => (boardCursor(a) < boardCursor(b) ? -1 : 1))
  const size = orders.length
  const sockets: WebSocketRoute[] = []
  await page.route('**/api/admin/processing?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const after = query.get('after') ?? ''
    const limit = Number(query.get('limit') ?? boardPageSize)
    return route.fulfill({ json: orders.filter((order) => boardCursor(order) > after).slice(0, limit) })
  })
  await page.route('**/api/admin/processing/counts', (route) =>
    route.fulfill({ json: { all: size, needsAction: size, late: 0, unknown: 0, mine: 0, claimed: 0 } }),
  )
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    sockets.push(socket)
    answerLikeSocketIo(socket)
  })
  let turn = 0
  return {
    change: () => {
      const at = (turn * 7_919) % size
      turn += 1
      const before = orders[at]
      if (!before) return
      const assignee = before.assignee ? null : anAssignee()
      const order = { ...before, assignee, revision: before.revision + 1 }
      orders[at] = order
      for (const socket of sockets) socket.send(`42${JSON.stringify(['board.order_updated', order])}`)
    },
  }
}

const anAssignee = () => ({
  adminId: 'a9',
  name: 'Imran',
  since: new Date().toISOString(),
  until: new Date(Date.now() + 300_000).toISOString(),
})

function anOrder(index: number, sinceMs: number): BoardOrder {
  return makeBoardOrder({
    orderid: `JP261121${String(index).padStart(6, '0')}`,
    processingSince: new Date(sinceMs).toISOString(),
    value: 100 + (index % 900),
    input1: String(500_000_000 + index),
    input2: '1234',
    itemimg: '/art/mark.svg',
  })
}

/**
 * The handshake of Engine.IO and Socket.IO; requests of the page are rejected, so that the list stays that
 * of HTTP.
 */
function answerLikeSocketIo(socket: WebSocketRoute): void {
  const opening = {
    sid: 'one',
    upgrades: [],
    pingInterval: 25_000,
    pingTimeout: 60_000,
    maxPayload: 1_000_000,
  }
  socket.send(`0${JSON.stringify(opening)}`)
  socket.onMessage((message) => {
    const text = String(message)
    if (text.startsWith('40')) return socket.send('40{"sid":"two"}')
    const requestId = /^42(\d+)/.exec(text)?.[1]
    if (requestId) socket.send(`43${requestId}[{"ok":false}]`)
  })
}
