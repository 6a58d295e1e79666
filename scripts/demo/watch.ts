import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import type { Person } from '../../tests/support/person.ts'

export type Note = (what: string) => void

/** A subscription over a socket: every view that arrived, and a wait for a view that matches. */
export type Watch<T> = { seen: T[]; until(fits: (view: T) => boolean, what: string): Promise<T> }

const limitMs = 20_000

/** Subscribes to an order's page as its customer and records each change of status. */
export async function subscribeOrder(person: Person, clientTxnId: string, note: Note): Promise<Watch<Order>> {
  const socket = await person.socket()
  const { watch, push } = collect<Order>((order, before) => {
    if (order.status !== before?.status) note(`${order.status}${order.reason ? `: ${order.reason}` : ''}`)
  })
  socket.on('order.updated', (order) => {
    if (order.client_txn_id === clientTxnId) push(order)
  })
  const answer = await new Promise<{ ok: boolean; snapshot?: Order }>((done) =>
    socket.emit('order.subscribe', { client_txn_id: clientTxnId }, done),
  )
  if (!answer.ok || !answer.snapshot) throw new Error(`the order ${clientTxnId} cannot be watched`)
  push(answer.snapshot)
  return watch
}

/** Subscribes to the pending board as an admin. */
export async function subscribeBoard(person: Person): Promise<Watch<BoardOrder>> {
  const socket = await person.socket()
  const { watch, push } = collect<BoardOrder>(() => undefined)
  socket.on('board.order_updated', push)
  await new Promise((done) => socket.emit('board.subscribe', {}, done))
  return watch
}

function collect<T>(onNew: (view: T, before: T | undefined) => void) {
  const seen: T[] = []
  const waiting = new Set<() => void>()
  const push = (view: T) => {
    onNew(view, seen.at(-1))
    seen.push(view)
    for (const wake of waiting) wake()
  }
  const until = (fits: (view: T) => boolean, what: string) =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(
        () => end(() => reject(new Error(`${what} was not seen within ${limitMs} ms`))),
        limitMs,
      )
      const wake = () => {
        const found = seen.find(fits)
        if (found !== undefined) end(() => resolve(found))
      }
      const end = (finish: () => void) => {
        clearTimeout(timer)
        waiting.delete(wake)
        finish()
      }
      waiting.add(wake)
      wake()
    })
  return { watch: { seen, until } satisfies Watch<T>, push }
}
