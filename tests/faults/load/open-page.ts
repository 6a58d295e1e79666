import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import { personOf } from '../../support/person.ts'
import type { FaultEnvironment } from '../environment/environment.ts'
import { sleep } from '../environment/wait.ts'

/** An order's page in a browser: what it shows, and whether a fresh answer was ever older than that. */
export type Page = {
  orderid: string
  shown: { status: string; revision: number } | undefined
  wentBack: string[]
}

export type OpenPage = Page & { close(): Promise<void> }

/** The apps poll every 20 s; shorter here, because a run cannot wait that long. */
const askAgainMs = 4_000

/** Follows an order like the app: newer socket events, a snapshot on each connect, and polling. */
export function openPage(environment: FaultEnvironment, orderid: string, customer: number): OpenPage {
  const account = environment.shop.customers[customer]!
  const person = personOf(environment.apiUrls[customer % environment.apiUrls.length]!, account.token)
  const page: Page = { orderid, shown: undefined, wentBack: [] }
  const show = ({ status, revision }: Pick<Order, 'status' | 'revision'>) => {
    if (revision > (page.shown?.revision ?? -1)) page.shown = { status, revision }
  }
  let closed = false
  void person
    .socket()
    .then((socket) => {
      const watch = () =>
        socket.emit('order.subscribe', { client_txn_id: orderid }, (answer) => {
          if (answer.ok) show(answer.snapshot)
        })
      socket.on('order.updated', (order) => {
        if (order.client_txn_id === orderid) show(order)
      })
      socket.on('connect', watch)
      watch()
    })
    .catch(() => undefined)
  const asking = (async () => {
    while (!closed) {
      await sleep(askAgainMs)
      const before = page.shown?.revision ?? -1
      const answer = await askStatus(person, orderid)
      if (!answer) continue
      if (answer.revision < before) page.wentBack.push(`from revision ${before} to ${answer.revision}`)
      show(answer)
    }
  })()
  return Object.assign(page, {
    close: async () => {
      closed = true
      await asking
      person.close()
    },
  })
}

async function askStatus(person: ReturnType<typeof personOf>, orderid: string): Promise<Order | undefined> {
  const body = { client_txn_id: orderid, date: istDay(new Date()), key: 'storefront' }
  try {
    return (await person.call(orders.orderStatus, { body, signal: AbortSignal.timeout(5_000) })).order
  } catch {
    return undefined
  }
}
