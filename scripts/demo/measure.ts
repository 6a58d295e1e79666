import { randomUUID } from 'node:crypto'
import { topUp } from '@jhatpat/shared/contracts/wallet.ts'
import type { Shop } from './shop.ts'

const count = 21

/**
 * Measures a wallet order with suppliers at 0 ms: from sending the one call that debits the wallet until
 * the client receives the event with Completed.
 */
export async function measureWalletOrders(shop: Shop): Promise<void> {
  await fund(shop, 3_000)
  const socket = await shop.customer.socket()
  const times: number[] = []
  for (let index = 0; index < count; index += 1) times.push(await timeOne(shop, socket, index))
  const sorted = times.slice(1).sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  console.log(
    `\n  Paid → delivered as seen in the client, ${sorted.length} wallet orders one after the other: median ${at(0.5)} ms, p90 ${at(0.9)} ms, most ${at(1)} ms`,
  )
}

type Socket = Awaited<ReturnType<Shop['customer']['socket']>>

async function timeOne(shop: Shop, socket: Socket, index: number): Promise<number> {
  const seenAt = new Map<string, number>()
  let wake: (() => void) | undefined
  const onChange = (order: { client_txn_id: string; status: string }) => {
    if (order.status !== 'Completed') return
    seenAt.set(order.client_txn_id, performance.now())
    wake?.()
  }
  socket.on('order.updated', onChange)
  const startedAt = performance.now()
  const id = await shop.buy({
    product: 'mobile-legends',
    item: '86 Diamonds',
    input1: String(630_000_000 + index),
    input2: '2001',
    paymentmode: 'wallet',
  })
  await new Promise<void>((done) => {
    const check = () => {
      if (seenAt.has(id)) done()
    }
    wake = check
    socket.emit('order.subscribe', { client_txn_id: id }, (answer) => {
      if (answer.ok) onChange(answer.snapshot)
    })
    check()
  })
  socket.off('order.updated', onChange)
  return (seenAt.get(id) ?? Number.POSITIVE_INFINITY) - startedAt
}

async function fund(shop: Shop, rupees: number): Promise<void> {
  const { data } = await shop.customer.call(topUp, {
    body: { value: rupees, userid: shop.user.userid },
    idempotencyKey: randomUUID(),
  })
  await shop.pay(data.client_txn_id)
  for (let tries = 0; tries < 200 && (await shop.balance()) < rupees; tries += 1) {
    await new Promise((done) => setTimeout(done, 25))
  }
}
