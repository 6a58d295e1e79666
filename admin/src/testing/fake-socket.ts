import type { LiveSocket } from '@jhatpat/shared/browser/realtime.ts'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { SupplierName } from '@jhatpat/shared/contracts/api-types.ts'
import type { BoardPerson, GoodsNews } from '@jhatpat/shared/contracts/realtime.ts'

type Listener = (...args: never[]) => void

/** Stands at the place of the socket: the test says what the server sends and when the line breaks. */
export function fakeSocket(snapshot: () => BoardOrder[]) {
  const listeners = new Map<string, Set<Listener>>()
  const said: unknown[] = []
  const there = new Map<string, BoardPerson>()
  const tell = (event: string, ...args: unknown[]) => {
    for (const listener of listeners.get(event) ?? []) (listener as (...all: unknown[]) => void)(...args)
  }
  const line = {
    connected: false,
    on: (event: string, listener: Listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off: (event: string, listener: Listener) => void listeners.get(event)?.delete(listener),
    emit: (event: string, request: unknown, reply?: (answer: unknown) => void) => {
      if (event === 'board.at') {
        said.push(request)
        reply?.({ ok: true, snapshot: [...there.values()].filter(({ isHere }) => isHere) })
      }
      if (event === 'tickets.watch') reply?.({ ok: true, snapshot: null })
      if (event === 'suppliers.watch') reply?.({ ok: true, snapshot: null })
      if (event === 'board.watch') reply?.({ ok: true, snapshot: snapshot() })
    },
    connect: () => {
      line.connected = true
      tell('connect')
    },
    disconnect: () => {
      line.connected = false
      tell('disconnect', 'io client disconnect')
    },
  }
  return {
    connect: async () => line as unknown as LiveSocket,
    /** Where this page said that it is on the board. */
    said,
    person: (person: BoardPerson) => {
      there.set(person.id, person)
      tell('board.person', person)
    },
    orderChanged: (order: BoardOrder) => tell('order.changed', order),
    changed: (order: BoardOrder) => tell('board.changed', order),
    gone: (order: BoardOrder, status = 'Completed') =>
      tell('board.gone', { orderid: order.orderid, revision: order.revision + 1, status, by: 'a2' }),
    goods: (news: GoodsNews) => tell('catalogue.changed', news),
    suppliersChanged: (account: SupplierName) => tell('suppliers.changed', { account }),
    ticketChanged: (orderid: string) => tell('ticket.changed', { orderid, revision: 1 }),
    incidentsChanged: () => tell('incidents.changed', {}),
    breakLine: () => {
      line.connected = false
      tell('disconnect', 'transport close')
    },
    restore: () => line.connect(),
  }
}
