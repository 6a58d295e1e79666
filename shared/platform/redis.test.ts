import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import type { Redis } from 'ioredis'
import { expect, it } from 'vitest'
import { flushWrites, pipelineWrites } from './redis.ts'

/** A connection, and the chunks of each system call. */
function connect() {
  const sent: string[][] = []
  const stream = () =>
    new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => {
        sent.push([String(chunk)])
        done()
      },
      writev: (chunks, done) => {
        sent.push(chunks.map(({ chunk }) => String(chunk)))
        done()
      },
    })
  const redis = Object.assign(new EventEmitter(), { stream: stream() })
  pipelineWrites(redis as unknown as Redis)
  redis.emit('connect')
  return { redis, sent, stream }
}

it('sends the writes of one turn at once, in order, and a single command in its own turn', async () => {
  const { redis, sent, stream } = connect()
  redis.stream.write('a')
  redis.stream.write('b')
  await Promise.resolve()
  redis.stream.write('c')
  expect(sent).toEqual([])
  await new Promise(setImmediate)
  expect(sent).toEqual([['a', 'b', 'c']])
  redis.stream.write('d')
  await new Promise(setImmediate)
  // A new connection has a new stream.
  redis.stream = stream()
  redis.emit('connect')
  redis.stream.write('e')
  redis.stream.write('f')
  await new Promise(setImmediate)
  expect(sent.slice(1)).toEqual([['d'], ['e', 'f']])
})

it('sends what was written when it is flushed, and the rest of the turn together', async () => {
  const { redis, sent } = connect()
  redis.stream.write('a')
  redis.stream.write('b')
  flushWrites(redis as unknown as Redis)
  expect(sent).toEqual([['a', 'b']])
  redis.stream.write('c')
  redis.stream.write('d')
  expect(sent).toHaveLength(1)
  await new Promise(setImmediate)
  flushWrites(redis as unknown as Redis)
  expect(sent).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})
