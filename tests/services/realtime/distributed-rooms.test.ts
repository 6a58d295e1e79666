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
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
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

it('publishes nothing about an order from its call to Completed without subscribers', async () => {
  const user = await insertCustomer()
  const asha = await service.as(user)
  await counter.take()
  const id = await buy(asha, orderBody(user, shop.diamonds))
  await pay(service, id)
  await until(
    () => look(asha, id),
    ({ status }) => status === 'Completed',
  )
  const ofEvents = (await counter.take()).redis.filter((call) => call.endsWith(' events'))
  expect(ofEvents.length).toBeGreaterThan(0)
  expect(ofEvents.filter((call) => !/^(pubsub|eval) /.test(call))).toEqual([])
})

it('builds its events only while there is a subscriber, on whichever api', async () => {
  const { redis, log, env } = service.deps
  const emitter = createEmitter({ redis, prefix: env.QUEUE_PREFIX, log })
  const user = await insertCustomer()
  const id = await buy(await service.as(user), orderBody(user, shop.diamonds))
  const order = await look(await service.as(user), id)
  const make = vi.fn(() => order)
  const room = rooms.order(id)
  // A subscriber of the catalogue is connected throughout; its events are published after the order's.
  const bystander = await (await service.as(await insertCustomer())).socket()
  const publishAndWait = async () => {
    const published = new Promise((resolve) => bystander.once('incidents.updated', resolve))
    emitter.publish(room, 'order.updated', make)
    emitter.publish(rooms.catalogue(), 'incidents.updated', {})
    await published
    return make.mock.calls.length
  }
  expect(await publishAndWait()).toBe(0)

  const socket = await (await service.as(user, secondApi)).socket()
  const received: number[] = []
  socket.on('order.updated', ({ revision }) => received.push(revision))
  expect(await emitRequest(socket, 'order.subscribe', { client_txn_id: id })).toMatchObject({ ok: true })
  expect(await publishAndWait()).toBe(1)
  await expect.poll(() => received).toEqual([order.revision])

  socket.emit('order.unsubscribe', { client_txn_id: id })
  await expect.poll(() => listenersOf(room)).toBe(0)
  expect(await publishAndWait()).toBe(1)
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
