/**
 * The least that sends events to a browser: a Socket.IO server that lets every socket into a room and
 * forwards what Redis publishes.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'
import { answerQuestions } from '../kit/helper.ts'
import { baselineChannel } from './baseline-channel.ts'

type Event = { room: string; data: unknown }

const server = createServer()
const io = new Server(server, { serveClient: false })
io.on('connection', (socket) => {
  socket.on(
    'order.subscribe',
    async ({ client_txn_id }: { client_txn_id: string }, reply: (answer: unknown) => void) => {
      await socket.join(`order:${client_txn_id}`)
      reply({ ok: true })
    },
  )
})
const redis = new Redis(String(process.env.REDIS_URL))
await redis.subscribe(baselineChannel)
redis.on('message', (_channel, text: string) => {
  const { room, data } = JSON.parse(text) as Event
  io.to(room).emit('order.updated', data)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
answerQuestions(() => (server.address() as AddressInfo).port)
