/** A process with many open pages: each a signed-in socket that subscribes to its order. */
import { io, type Socket } from 'socket.io-client'
import { answerQuestions } from '../kit/helper.ts'
import type { SocketClient } from './socket-clients.ts'

export type Opening = { url: string; members: SocketClient[] }

const atOnce = 25
const open: Socket[] = []

answerQuestions(async ({ url, members }: Opening) => {
  let next = 0
  const work = async () => {
    for (let index = next++; index < members.length; index = next++) {
      open.push(await connect(url, members[index] as SocketClient))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return open.filter(({ connected }) => connected).length
})

async function connect(url: string, { token, orderid }: SocketClient): Promise<Socket> {
  const socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const reply = await socket.timeout(30_000).emitWithAck('order.subscribe', { client_txn_id: orderid })
  if (!reply.ok) throw new Error(`${orderid} may not be watched: ${reply.code}`)
  return socket
}
