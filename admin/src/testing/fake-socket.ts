import type { LiveSocket } from '@jhatpat/shared/browser/realtime.ts'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { SupplierName } from '@jhatpat/shared/contracts/api-types.ts'
import type { ApprovalDecision, BoardPresence, CatalogueUpdate } from '@jhatpat/shared/contracts/realtime.ts'

type Listener = (...args: never[]) => void

/** Replaces the socket: the test decides what the server sends and when the connection breaks. */
export function fakeSocket(snapshot: () => BoardOrder[]) {
  const listeners = new Map<string, Set<Listener>>()
  const presence: unknown[] = []
  const there = new Map<string, BoardPresence>()
  const emit = (event: string, ...args: unknown[]) => {
    for (const listener of listeners.get(event) ?? []) (listener as (...all: unknown[]) => void)(...args)
  }
  const line = {
    connected: false,
    on: (event: string, listener: Listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off: (event: string, listener: Listener) => void listeners.get(event)?.delete(listener),
    emit: (event: string, request: unknown, reply?: (answer: unknown) => void) => {
      if (event === 'board.set_presence') {
        presence.push(request)
        reply?.({ ok: true, snapshot: [...there.values()].filter(({ isPresent }) => isPresent) })
      }
      if (event === 'tickets.subscribe') reply?.({ ok: true, snapshot: null })
      if (event === 'suppliers.subscribe') reply?.({ ok: true, snapshot: null })
      if (event === 'board.subscribe') reply?.({ ok: true, snapshot: snapshot() })
    },
    connect: () => {
      line.connected = true
      emit('connect')
    },
    disconnect: () => {
      line.connected = false
      emit('disconnect', 'io client disconnect')
    },
  }
  return {
    connect: async () => line as unknown as LiveSocket,
    /** The presence that this page has reported. */
    presence,
    person: (person: BoardPresence) => {
      there.set(person.id, person)
      emit('board.presence_updated', person)
    },
    orderChanged: (order: BoardOrder) => emit('order.updated', order),
    changed: (order: BoardOrder) => emit('board.order_updated', order),
    gone: (order: BoardOrder, status = 'Completed') =>
      emit('board.order_removed', { orderid: order.orderid, revision: order.revision + 1, status, by: 'a2' }),
    catalogue: (update: CatalogueUpdate) => emit('catalogue.updated', update),
    suppliersChanged: (account: SupplierName) => emit('supplier.updated', { account }),
    ticketChanged: (orderid: string) => emit('ticket.updated', { orderid, revision: 1 }),
    approvalDecided: (decision: ApprovalDecision) => emit('approval.decided', decision),
    incidentsChanged: () => emit('incidents.updated', {}),
    breakLine: () => {
      line.connected = false
      emit('disconnect', 'transport close')
    },
    restore: () => line.connect(),
  }
}
