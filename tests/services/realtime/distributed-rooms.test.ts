import type { Socket } from 'node:net'
import { rooms } from '@jhatpat/shared/contracts/realtime.ts'
import { createEmitter } from '@jhatpat/shared/platform/realtime.ts'
import {
  connectRedis,
  connectSubscriberRedis,
  primariesOf,
  type RedisClient,
} from '@jhatpat/shared/platform/redis.ts'
import { hashTag } from '@jhatpat/shared/platform/redis-keys.ts'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { distributeRooms } from '../../../api/src/realtime/distributed-rooms.ts'
import { createIo } from '../../../api/src/realtime/handle-sockets.ts'
import { buy, look, orderBody, pay, until } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop, type Shop } from '../../support/shop.ts'
import { type CommandCounter, startCommandCounter } from '../orders/count-commands.ts'
import { emitRequest } from './socket-requests.ts'

let service: Service
let shop: Shop
let secondApi: number
let aside: RedisClient
let counter: CommandCounter
beforeAll(async () => {
  service = await startService({ workers: true })
  secondApi = await service.startAnotherApi()
  shop = await insertShop()
  aside = connectRedis(service.env.REDIS_URL, service.deps.log)
  counter = await startCommandCounter(service.env)
})
afterAll(async () => {
  await counter?.stop()
  aside?.disconnect()
  await service?.stop()
})

it('publishes each change of an order with one command at most, without asking for subscribers', async () => {
  const user = await insertCustomer()
  const asha = await service.as(user)
  await counter.take()
  const id = await buy(asha, orderBody(user, shop.diamonds))
  await pay(service, id)
  const { revision } = await until(
    () => look(asha, id),
    ({ status }) => status === 'Completed',
  )
  const ofEvents = (await counter.take()).redis.filter((call) => call.endsWith(' events'))
  expect(ofEvents.length).toBeGreaterThan(0)
  // Placing it is its first change, before revision 1.
  expect(ofEvents.length).toBeLessThanOrEqual(revision + 1)
  expect(ofEvents.filter((call) => call !== 'eval events')).toEqual([])
})

it('delivers the events of a room in order, and none after its page has left, on whichever api', async () => {
  const { redis, log, env } = service.deps
  const emitter = createEmitter({ redis, prefix: env.QUEUE_PREFIX, log })
  const user = await insertCustomer()
  const asha = await service.as(user)
  const id = await buy(asha, orderBody(user, shop.diamonds))
  const order = await look(asha, id)
  const room = rooms.order(id)
  const socket = await (await service.as(user, secondApi)).socket()
  const received: number[] = []
  socket.on('order.updated', ({ revision }) => received.push(revision))
  expect(await emitRequest(socket, 'order.subscribe', { client_txn_id: id })).toMatchObject({ ok: true })
  const revisions = Array.from({ length: 400 }, (_, index) => 1_000 + index)
  for (const revision of revisions) {
    emitter.publish(room, 'order.updated', () => ({ ...order, revision }))
    // Some wait for the answer to the previous ones, some are sent alone.
    if (revision % 7 === 0) await new Promise(setImmediate)
    if (revision % 50 === 0) await emitter.sent()
  }
  await expect.poll(() => received.length).toBe(revisions.length)
  expect(received).toEqual(revisions)

  socket.emit('order.unsubscribe', { client_txn_id: id })
  await expect.poll(() => listenersOf(room)).toBe(0)
  const published = new Promise((resolve) => socket.once('incidents.updated', resolve))
  emitter.publish(room, 'order.updated', () => ({ ...order, revision: 2_000 }))
  emitter.publish(rooms.catalogue(), 'incidents.updated', {})
  await published
  expect(received).toEqual(revisions)
})

it('delivers the events of an api once and unchanged to each page, on the same api and on another', async () => {
  const user = await insertCustomer()
  const pages = [await service.as(user), await service.as(user, secondApi)]
  const received = await Promise.all(
    pages.map(async (person) => {
      const events: unknown[] = []
      const socket = await person.socket()
      socket.on('wallet.updated', (event) => events.push(event))
      return events
    }),
  )
  const events = [
    { balance: 7, version: 1, note: 'रिफंड "₹7"\n' },
    { balance: 8, version: 2 },
  ]
  for (const event of events) {
    service.deps.publisher.publish(rooms.user(String(user._id)), 'wallet.updated', event)
  }
  await expect.poll(() => received).toEqual([events, events])
})

it('removes the subscription of an order whose page left before the reply', async () => {
  const user = await insertCustomer()
  const asha = await service.as(user)
  const id = await buy(asha, orderBody(user, shop.diamonds))
  const socket = await asha.socket()
  const answer = emitRequest(socket, 'order.subscribe', { client_txn_id: id })
  socket.emit('order.unsubscribe', { client_txn_id: id })
  expect(await answer).toMatchObject({ ok: true })
  expect(await listenersOf(rooms.order(id))).toBe(0)
})

it('reports that events may be missing when the connection to Redis broke, and subscribes to all rooms again', async () => {
  const user = await insertCustomer()
  const asha = await service.as(user, secondApi)
  const id = await buy(asha, orderBody(user, shop.diamonds))
  const socket = await asha.socket()
  const order = await look(asha, id)
  await emitRequest(socket, 'order.subscribe', { client_txn_id: id })
  const missed = new Promise((resolve) => socket.once('events.missed', resolve))
  await closeSubscribers()
  await missed
  await expect.poll(() => listenersOf(rooms.order(id)), { timeout: 5_000 }).toBe(1)
  const arrived = new Promise((resolve) => socket.once('order.updated', resolve))
  service.deps.publisher.publish(rooms.order(id), 'order.updated', { ...order, revision: 99 })
  expect(await arrived).toMatchObject({ revision: 99 })
})

it('publishes to the others also while its own subscriber connection is down and Redis no longer counts it', async () => {
  const { log, env } = service.deps
  const listener = connectSubscriberRedis(env.REDIS_URL, log)
  const io = createIo({ publicUrl: env.PUBLIC_URL, origins: [] })
  const shared = distributeRooms(io, { redis: aside, subscriber: listener, prefix: env.QUEUE_PREFIX, log })
  const user = await insertCustomer()
  const socket = await (await service.as(user)).socket()
  const room = rooms.user(String(user._id))
  await io.sockets.adapter.addAll('a page here', new Set([room]))
  await expect.poll(() => listenersOf(room)).toBe(2)
  listener.disconnect()
  await expect.poll(() => listenersOf(room)).toBe(1)
  const received = new Promise((resolve) => socket.once('wallet.updated', resolve))
  shared.publisher.publish(room, 'wallet.updated', { balance: 7, version: 1 })
  expect(await received).toEqual({ balance: 7, version: 1 })
  shared.close()
})

it('reports that events may be missing when Redis has dropped a slow subscriber', async () => {
  const { log, env } = service.deps
  const redis = connectRedis(env.REDIS_URL, log)
  const emitter = createEmitter({ redis, prefix: env.QUEUE_PREFIX, log })
  const socket = await (await service.as(await insertCustomer())).socket()
  await expect.poll(() => redis.status).toBe('ready')
  redis.disconnect()
  await expect.poll(() => redis.status).toMatch(/^(close|end)$/)
  emitter.publish(rooms.order('without subscribers'), 'incidents.updated', {})
  const missed = new Promise((resolve) => socket.once('events.missed', resolve))
  await redis.connect()
  await missed
  redis.disconnect()
})

/** Closes the subscriber connections of this test's apis; others use the same Redis. */
async function closeSubscribers(): Promise<void> {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles(): unknown[] }
  const ports = new Set(handles.call(process).map((handle) => (handle as Socket).localPort))
  for (const node of primariesOf(aside)) {
    const listening = String(await node.call('CLIENT', 'LIST', 'TYPE', 'pubsub'))
    for (const [, address = '', port] of listening.matchAll(/ addr=(\S+:(\d+))/g)) {
      if (ports.has(Number(port))) await node.call('CLIENT', 'KILL', 'ADDR', address)
    }
  }
}

async function listenersOf(room: string): Promise<number> {
  const channel = `${hashTag(service.env.QUEUE_PREFIX, 'events')}:${room}`
  const counts = await Promise.all(
    primariesOf(aside).map((node: Redis) => node.call('PUBSUB', 'SHARDNUMSUB', channel)),
  )
  return counts.reduce<number>((sum, count) => sum + Number((count as unknown[])[1]), 0)
}
