import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { describe, it } from 'vitest'
import { rooms } from '../contracts/realtime.ts'
import { createLogger } from './logger.ts'
import { onMeasurement } from './measurements/index.ts'
import { createEmitter, type RoomEvent, readMessage } from './realtime.ts'
import { pipelineWrites, type RedisClient } from './redis.ts'

type Sent = RoomEvent & { room: string }

/**
 * A Redis that notes the messages of each script and what is written to its connection, and answers
 * a script when `answer` is called.
 */
function startEmitter() {
  const scripts: Sent[][] = []
  const written: string[] = []
  const unanswered: { resolve(): void; reject(error: Error): void }[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      written.push(String(chunk))
      done()
    },
  })
  const redis = Object.assign(new EventEmitter(), {
    status: 'ready',
    stream,
    eval: (_script: string, count: number, ...args: string[]) => {
      const texts = args.slice(count)
      stream.write('script')
      scripts.push(
        args.slice(0, count).map((channel, index) => ({
          room: channel.replace('{shop:events}:', ''),
          ...readMessage(String(texts[index])).event,
        })),
      )
      return new Promise<void>((resolve, reject) => unanswered.push({ resolve, reject }))
    },
  })
  pipelineWrites(redis as unknown as Redis)
  redis.emit('connect')
  const log = createLogger('test', 'silent')
  const emitter = createEmitter({ redis: redis as unknown as RedisClient, prefix: 'shop', log })
  const answer = async (error?: Error) => {
    const one = unanswered.shift()
    if (error) one?.reject(error)
    else one?.resolve()
    await new Promise(setImmediate)
  }
  const publish = (room: string, balance: number) =>
    emitter.publish(room, 'wallet.updated', { balance, version: 1 })
  return { redis, emitter, scripts, written, answer, publish }
}

/** The balance of each event, or its name. */
const balances = (sent: Sent[]) =>
  sent.map(({ name, json }) =>
    name === 'wallet.updated' ? (JSON.parse(json) as { balance: number }).balance : name,
  )

describe.concurrent('an emitter', () => {
  it('sends the events of one change in one command, before the other work of its turn', async ({
    expect,
  }) => {
    const { redis, scripts, written, publish } = startEmitter()
    publish('user:a', 1)
    publish('board', 2)
    await Promise.resolve()
    redis.stream.write('task')
    expect(written).toEqual(['script'])
    expect(scripts.map((sent) => sent.map(({ room }) => room))).toEqual([['user:a', 'board']])
  })

  it('sends what arrives until Redis has answered in the next command, in order', async ({ expect }) => {
    const { scripts, publish, answer } = startEmitter()
    publish('user:a', 1)
    await Promise.resolve()
    for (let balance = 2; balance < 200; balance += 1) publish('user:a', balance)
    await new Promise(setImmediate)
    expect(scripts).toHaveLength(1)
    await answer()
    await answer()
    expect(scripts.flatMap(balances)).toEqual(Array.from({ length: 199 }, (_, index) => index + 1))
    expect(scripts).toHaveLength(3)
  })

  it('sends the other events when one cannot be built', async ({ expect }) => {
    const { scripts, emitter, publish } = startEmitter()
    const broken = () => {
      throw new Error('no view')
    }
    emitter.publish('user:a', 'wallet.updated', broken)
    publish('user:b', 2)
    await Promise.resolve()
    expect(scripts.map(balances)).toEqual([[2]])
  })

  it('notifies every page that it may have missed events, although no other event follows', async ({
    expect,
  }) => {
    const { scripts, publish, answer } = startEmitter()
    publish('user:a', 1)
    await Promise.resolve()
    await answer(new Error('BUSY Redis is busy running a script.'))
    await sleep(600)
    expect(scripts.slice(1)).toEqual([[{ room: rooms.catalogue(), name: 'events.missed', json: '{}' }]])
    await answer(new Error('BUSY Redis is busy running a script.'))
    await sleep(600)
    await answer()
    await sleep(600)
    expect(scripts.slice(1).map(balances)).toEqual([['events.missed'], ['events.missed']])
  })

  it('sends the command to close the sockets of a room, in order with its events', async ({ expect }) => {
    const { scripts, emitter, publish } = startEmitter()
    publish('session:a', 1)
    emitter.disconnect('session:a')
    await Promise.resolve()
    expect(scripts.map(balances)).toEqual([[1, 'disconnect']])
  })

  it('drops events without a connection, and notifies every page when there is one again', async ({
    expect,
  }) => {
    const { redis, scripts, publish } = startEmitter()
    redis.status = 'reconnecting'
    publish('user:a', 1)
    await new Promise(setImmediate)
    expect(scripts).toEqual([])
    redis.status = 'ready'
    redis.emit('ready')
    await Promise.resolve()
    expect(scripts.map(balances)).toEqual([['events.missed']])
  })

  it('measures each change of an order whose batch was not sent as late', async ({ expect }) => {
    const delays: unknown[] = []
    const unsubscribe = onMeasurement('statusShown', ({ delayMs }) => delays.push(delayMs))
    const { emitter, publish, answer } = startEmitter()
    publish('user:a', 1)
    await Promise.resolve()
    for (let count = 0; count < 3; count += 1)
      emitter.send('order:JP1', { name: 'order.updated', json: '{}' })
    await answer()
    expect(delays).toEqual([])
    await answer(new Error('Command timed out'))
    expect(delays).toEqual([undefined, undefined, undefined])
    unsubscribe()
  })
})
