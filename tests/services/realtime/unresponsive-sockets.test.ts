import { rooms } from '@jhatpat/shared/contracts/realtime.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buy, look, orderBody } from '../../support/buying.ts'
import { insertCustomer } from '../../support/people.ts'
import type { TestSocket } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertShop } from '../../support/shop.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

it('disconnects a socket that reads nothing, keeps the others, and accepts it again when it reads', async () => {
  const user = await insertCustomer()
  const asha = await service.as(user)
  const room = rooms.user(user._id.toHexString())
  const unresponsive = await asha.socket()
  const listening = await asha.socket()
  const order = await look(asha, await buy(asha, orderBody(user, (await insertShop()).diamonds)))
  const firstId = unresponsive.id ?? ''
  const received: number[] = []
  listening.on('order.updated', ({ revision }) => received.push(revision))
  const wire = wireOf(unresponsive)
  wire.pause()

  const long = { ...order, note: 'x'.repeat(64_000) }
  const members = () => service.deps.io.sockets.adapter.rooms.get(room)
  let sent = 0
  await vi.waitFor(
    async () => {
      for (let burst = 0; burst < 100; burst += 1) {
        sent += 1
        service.deps.io.local.to(room).emit('order.updated', { ...long, revision: sent })
        await new Promise(setImmediate)
      }
      expect(members()?.has(firstId)).toBe(false)
    },
    { timeout: 20_000, interval: 50 },
  )
  await vi.waitFor(() => expect(received.length).toBe(sent), { timeout: 5_000 })
  expect(received).toEqual(Array.from({ length: sent }, (_, index) => index + 1))
  expect(members()?.has(listening.id ?? '')).toBe(true)

  wire.resume()
  await vi.waitFor(() => expect(members()?.has(unresponsive.id ?? '')).toBe(true), { timeout: 10_000 })
  expect(unresponsive.id).not.toBe(firstId)
})

function wireOf(socket: TestSocket): { pause(): void; resume(): void } {
  const transport = socket.io.engine.transport as unknown as {
    ws: { _socket: { pause(): void; resume(): void } }
  }
  return transport.ws._socket
}
