import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import * as orders from '@jhatpat/shared/contracts/orders.ts'
import * as wallet from '@jhatpat/shared/contracts/wallet.ts'
import { io } from 'socket.io-client'
import { type Person, personOf } from '../../support/person.ts'
import { control, pay } from './control-simulators.ts'

interface Shopping {
  url: string
  simulators: string
  customers: { email: string; password: string }[]
  product: string
  item: number
}

/** What all customers saw together until they were stopped. */
export interface SeenDuringRoll {
  requests: number
  /** Each request that failed or was answered with an error, as a sentence. */
  failures: string[]
  orders: number
  /** From the payment to Completed, the longest. */
  slowestOrderMs: number
  /** How often a socket was disconnected, and the longest time until it was back. */
  disconnections: number
  longestGapMs: number
}

/** Customers read pages and buy, again and again and each for themselves, until SIGTERM. */
export async function buyDuringRoll(shopping: Shopping): Promise<SeenDuringRoll> {
  const seen: SeenDuringRoll = {
    requests: 0,
    failures: [],
    orders: 0,
    slowestOrderMs: 0,
    disconnections: 0,
    longestGapMs: 0,
  }
  let isStopped = false
  process.once('SIGTERM', () => {
    isStopped = true
  })
  // The supplier delivers by itself, and calls back.
  await control(shopping.simulators, 'moogold', { advanceMs: 1_000 })
  await Promise.all(
    shopping.customers.map(async (customer, index) => {
      const { token, user } = await personOf(shopping.url).call(login, { body: customer })
      const page = followSocket(shopping.url, token, seen)
      const person = personOf(shopping.url, token)
      for (let turn = 0; !isStopped; turn += 1) {
        const player = `8120${index}${String(turn).padStart(4, '0')}`
        await buyOnce({ shopping, seen, person, userid: user.userid, player })
      }
      page.disconnect()
    }),
  )
  return seen
}

interface Turn {
  shopping: Shopping
  seen: SeenDuringRoll
  person: Person
  userid: string
  player: string
}

async function buyOnce(turn: Turn): Promise<void> {
  const { shopping, seen, person, userid, player } = turn
  const count = <T>(what: string, asking: Promise<T>) => counted(seen, what, asking)
  for (const path of ['/', `/product/${shopping.product}`, '/api/product/gethomeproducts'])
    await count(
      `GET ${path}`,
      fetch(`${shopping.url}${path}`, { signal: AbortSignal.timeout(10_000) }).then(async (response) => {
        await response.arrayBuffer()
        if (response.status >= 500) throw new Error(`answered ${response.status}`)
      }),
    )
  await count('the wallet', person.call(wallet.walletBalance, { params: { userid } }))
  const placed = await count(
    'an order',
    person.call(orders.createOrder, {
      body: {
        itemid: shopping.item,
        product_id: shopping.product,
        userid,
        key: 'storefront',
        input1: player,
        input2: 'Asia',
        paymentmode: 'upi',
      },
      idempotencyKey: randomUUID(),
    }),
  )
  if (placed) await payAndWait(turn, placed.data.client_txn_id)
}

async function payAndWait({ shopping, seen, person, userid }: Turn, id: string): Promise<void> {
  await pay(shopping.simulators, id)
  const paidAt = Date.now()
  const readOrder = async () => {
    const asking = person.call(orders.orderList, { params: { userId: userid }, query: {} })
    const list = await counted(seen, 'the orders', asking)
    return list?.find(({ client_txn_id }) => client_txn_id === id)
  }
  let order = await readOrder()
  while (order?.status !== 'Completed' && Date.now() - paidAt < 60_000) {
    await sleep(500)
    order = await readOrder()
  }
  if (order?.status !== 'Completed')
    seen.failures.push(`The order ${id} is ${order?.status}: ${order?.reason}`)
  seen.orders += 1
  seen.slowestOrderMs = Math.max(seen.slowestOrderMs, Date.now() - paidAt)
}

async function counted<T>(seen: SeenDuringRoll, what: string, asking: Promise<T>): Promise<T | undefined> {
  seen.requests += 1
  try {
    return await asking
  } catch (error) {
    seen.failures.push(`${new Date().toISOString()} ${what}: ${String(error).slice(0, 200)}`)
    return undefined
  }
}

/** As the shop's own page connects again. */
function followSocket(url: string, token: string, seen: SeenDuringRoll) {
  const socket = io(url, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 300,
    reconnectionDelayMax: 2_000,
  })
  let goneAt: number | undefined
  socket.on('disconnect', () => {
    seen.disconnections += 1
    goneAt = Date.now()
  })
  socket.on('connect', () => {
    if (goneAt !== undefined) seen.longestGapMs = Math.max(seen.longestGapMs, Date.now() - goneAt)
    goneAt = undefined
  })
  return socket
}
