import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { connectRedis } from './redis.ts'

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`
const list = (...texts: string[]) => `*${texts.length}\r\n${texts.map(bulk).join('')}`

/** The commands in a piece of RESP, in small letters. */
function commandsIn(data: Buffer): string[] {
  const [, ...commands] = data
    .toString()
    .toLowerCase()
    .split(/^\*\d+\r\n/m)
  return commands.map((command) =>
    command
      .split('\r\n')
      .filter((_, index) => index % 2 === 1)
      .join(' '),
  )
}

/** A server on a free port that answers each command with RESP 2, and those without an answer with OK. */
async function respServer(
  answer: (command: string, socket: Socket) => string | undefined | Promise<string | undefined>,
): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', async (data) => {
      for (const command of commandsIn(data)) {
        socket.write(
          command.startsWith('hello') ? '-NOPROTO no\r\n' : ((await answer(command, socket)) ?? '+OK\r\n'),
        )
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}

it('connects again when a failover is announced while it asks a Sentinel for the master', async () => {
  const master = await respServer((command) =>
    command.startsWith('info') ? bulk('role:master\r\nloading:0') : undefined,
  )
  const subscribers: Socket[] = []
  let lookups = 0
  async function announceFailover() {
    for (const socket of subscribers.splice(0)) {
      if (socket.destroyed) continue
      const closed = once(socket, 'close')
      socket.write(list('message', '+switch-master', 'shop'))
      await closed
    }
  }
  const sentinel = await respServer(async (command, socket) => {
    if (command.startsWith('subscribe')) {
      subscribers.push(socket)
      return `*3\r\n${bulk('subscribe')}${bulk('+switch-master')}:1\r\n`
    }
    if (command === 'sentinel sentinels shop') return '*0\r\n'
    if (command !== 'sentinel get-master-addr-by-name shop') return undefined
    lookups += 1
    if (lookups === 2) await announceFailover()
    return list('127.0.0.1', String(master.port))
  })
  const redis = connectRedis(
    `redis-sentinel://127.0.0.1:${sentinel.port}/shop`,
    createLogger('test', 'silent'),
  )
  cleanUps.push(() => redis.disconnect())
  await once(redis, 'ready')
  await expect.poll(() => subscribers).toHaveLength(1)

  const next = Promise.race([
    once(redis, 'ready').then(() => 'connected'),
    once(redis, 'end').then(() => 'ended'),
  ])
  for (const socket of master.sockets) socket.destroy()
  expect(await next).toBe('connected')
  expect(lookups).toBe(2)
})
