import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import type { RedisClient } from '@jhatpat/shared/platform/redis.ts'
import { it, vi } from 'vitest'
import { subscribeRooms } from './room-subscriptions.ts'

/** A Redis that refuses commands while `isBusy`; it is subscribed to `channels`. */
function startRooms() {
  const server = { isBusy: false, channels: new Set<string>() }
  const run = async (change: () => unknown) => {
    if (server.isBusy) throw new Error('BUSY Redis is busy running a script.')
    change()
  }
  const redis = Object.assign(new EventEmitter(), {
    status: 'ready',
    ssubscribe: (channel: string) => run(() => server.channels.add(channel)),
    sunsubscribe: (channel: string) => run(() => server.channels.delete(channel)),
  }) as unknown as RedisClient
  const onGap = vi.fn<(room: string) => void>()
  const log = createLogger('test', 'silent')
  const rooms = subscribeRooms({ redis, prefix: 'shop', log, receive: () => undefined, onGap })
  return { server, rooms, onGap }
}

it.concurrent('reports a room as subscribed once Redis has confirmed it', async ({ expect }) => {
  const { server, rooms, onGap } = startRooms()
  rooms.add('board')
  await rooms.subscribed('board')
  expect(server.channels).toContain('{shop:events}:board')
  expect(onGap).not.toHaveBeenCalled()
})

it.concurrent('retries a refused subscription until it succeeds, and reports that events may be missing', async ({
  expect,
}) => {
  const { server, rooms, onGap } = startRooms()
  server.isBusy = true
  rooms.add('board')
  await sleep(1_200)
  expect(onGap).not.toHaveBeenCalled()
  server.isBusy = false
  await sleep(500)
  expect(server.channels).toContain('{shop:events}:board')
  expect(onGap.mock.calls).toEqual([['board']])
})

it.concurrent('waits for a refused subscription for a second at most', async ({ expect }) => {
  const { server, rooms } = startRooms()
  server.isBusy = true
  rooms.add('board')
  const isOver = vi.fn<() => void>()
  void rooms.subscribed('board').then(isOver)
  await sleep(800)
  expect(isOver).not.toHaveBeenCalled()
  await sleep(400)
  expect(isOver).toHaveBeenCalled()
})

it.concurrent('subscribes to no room that was left while Redis refused it', async ({ expect }) => {
  const { server, rooms, onGap } = startRooms()
  server.isBusy = true
  rooms.add('board')
  rooms.drop('board')
  server.isBusy = false
  await sleep(700)
  expect(server.channels).toEqual(new Set())
  expect(onGap).not.toHaveBeenCalled()
})

it.concurrent('keeps a room that is joined again after Redis refused to unsubscribe', async ({ expect }) => {
  const { server, rooms } = startRooms()
  rooms.add('board')
  await rooms.subscribed('board')
  server.isBusy = true
  rooms.drop('board')
  server.isBusy = false
  rooms.add('board')
  await sleep(700)
  expect(server.channels).toContain('{shop:events}:board')
})
