import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { stopListening } from './shutdown.ts'

it('accepts all connections that wait before it closes the port, and serves them', async () => {
  const server = createServer((_request, reply) => reply.setHeader('Connection', 'close').end('served'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const replies = Array.from({ length: 30 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')
    return new Promise<string>((resolve) => {
      socket.on('data', (part) => resolve(String(part).slice(0, 15)))
      socket.on('error', ({ message }) => resolve(message))
    })
  })
  await stopListening(server)
  expect(server.listening).toBe(false)
  expect(await Promise.all(replies)).toEqual(Array.from({ length: 30 }, () => 'HTTP/1.1 200 OK'))
})
