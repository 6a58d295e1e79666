import { type Order, orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import type { Person } from '../../support/person.ts'

export type OpenOrder = { id: string; customer: Person }

export type Pages = {
  /**
   * How long after it was written each page received this status, in ms; without those that did not within
   * `limitMs`.
   */
  whenAll(status: Order['status'], limitMs: number): Promise<number[]>
  close(): void
}

/** The shop's pages poll in addition to their subscription, each from its own start, so not all at once. */
const askAgainMs = 20_000

/** An open page for each order: its own subscribed socket, and the polling call. */
export async function openPages(orders: OpenOrder[]): Promise<Pages> {
  const seen = new Map<string, number>()
  const see = ({ client_txn_id, status, updatedAt }: Order) => {
    const key = `${status} ${client_txn_id}`
    if (!seen.has(key)) seen.set(key, Math.max(0, Date.now() - Date.parse(updatedAt)))
  }
  const timers: NodeJS.Timeout[] = []
  const open = async ({ id, customer }: OpenOrder) => {
    const socket = await customer.socket()
    socket.on('order.updated', see)
    await socket.timeout(10_000).emitWithAck('order.subscribe', { client_txn_id: id })
    const body = { client_txn_id: id, date: istDay(new Date()), key: 'storefront' }
    const ask = () => customer.call(orderStatus, { body }).catch(() => undefined)
    const everyMs = askAgainMs * (0.8 + 0.4 * Math.random())
    timers.push(setTimeout(() => timers.push(setInterval(ask, everyMs)), askAgainMs * Math.random()))
  }
  for (let from = 0; from < orders.length; from += 25) {
    await Promise.all(orders.slice(from, from + 25).map(open))
  }
  const times = (status: string) => orders.flatMap(({ id }) => seen.get(`${status} ${id}`) ?? [])
  return {
    whenAll: async (status, limitMs) => {
      const deadline = Date.now() + limitMs
      while (times(status).length < orders.length && Date.now() < deadline) {
        await new Promise((done) => setTimeout(done, 100))
      }
      return times(status)
    },
    close: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
