import { sessions } from '@jhatpat/shared/contracts/accounts.ts'
import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import { errorCatalogue } from '@jhatpat/shared/contracts/errors.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAdmin } from '../../support/people.ts'
import type { Person, RawReply } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { emitRequest } from '../realtime/socket-requests.ts'
import { addressOf } from './contract-samples.ts'
import { fingerprintDatabase } from './fingerprint.ts'
import { hostileBodies, hostileParts, hostilePayloads, hostileQueries } from './hostile-requests.ts'

/** `FUZZ_RUNS=500 FUZZ_SEED=7` runs longer, and repeats the same requests. */
const runs = Number(process.env.FUZZ_RUNS ?? 10)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
console.log(`fuzz: seed ${seed}, ${runs} runs for each call`)

type Sent = { path: string; body?: string }

let service: Service
let admin: Person
beforeAll(async () => {
  service = await startService()
  admin = await service.as(await insertAdmin())
})
afterAll(() => service.stop())

const named = callRegistry.map((route) => [`${route.method} ${route.path}`, route] as const)
const withBody = named.filter(([, route]) => route.method === 'POST')
const withParams = named.filter(([, route]) => route.params)
const withoutBody = named.filter(([, route]) => route.method !== 'POST')

describe('any body', () => {
  it.each(withBody)('of %s gets a reply, and changes nothing when it is refused', async (_name, route) => {
    const path = addressOf(route)
    await tryAll(
      route,
      hostileBodies(route).map((body) => ({ path, body })),
    )
  })
})

describe('any path', () => {
  it.each(withParams)('of %s gets a reply, and changes nothing when it is refused', async (_name, route) => {
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const body = route.method === 'POST' ? { body: '{}' } : {}
    const part = fc.tuple(fc.constantFrom(...names), hostileParts())
    await tryAll(
      route,
      part.map(([name, value]) => ({ path: addressOf(route, { [name]: value }), ...body })),
    )
  })
})

describe('any query', () => {
  it.each(withoutBody)('of %s gets a reply, and changes nothing when it is refused', async (_name, route) => {
    await tryAll(
      route,
      hostileQueries(route).map((query) => ({ path: `${addressOf(route)}?${query}` })),
    )
  })
})

describe('any request over a socket', () => {
  it.each(['order.subscribe', 'topup.subscribe', 'board.subscribe'] as const)(
    '%s gets a reply',
    async (event) => {
      const unchanged = await fingerprintDatabase()
      const payloads = fc.sample(hostilePayloads().filter(fitsPacket), { numRuns: Math.min(runs, 15), seed })
      const socket = await admin.socket()
      for (const payload of payloads) {
        const answer = await emitRequest(socket, event, payload)
        const what = JSON.stringify(payload)
        if (!answer.ok) expect(['invalid_request', 'not_found'], what).toContain(answer.code)
        else expect(event, what).toBe('board.subscribe')
      }
      socket.emit('order.unsubscribe', payloads[0] as never)
      expect(socket.connected).toBe(true)
      socket.disconnect()
      await unchanged()
    },
  )
})

/** A message above the maximum packet size (`create-io.ts`) closes the connection, as it should. */
const fitsPacket = (payload: unknown) => Buffer.byteLength(JSON.stringify(payload) ?? '') < 9_000

/** Sends all of them; refused ones are sent once more, between two snapshots of the whole database. */
async function tryAll(route: AnyRoute, requests: fc.Arbitrary<Sent>): Promise<void> {
  const refused: Sent[] = []
  const property = fc.asyncProperty(requests, async (request) => {
    const reply = await send(route, request)
    expectAnswered(route, reply)
    // A wrong code is counted, as it should be: only malformed values change nothing.
    if (/^(invalid_request|malformed_json)$/.test(String(reply.json.code))) refused.push(request)
  })
  await fc.assert(property, { numRuns: runs, seed })
  // The last of them may have ended the session; a new one is not a change by a refused request.
  await send(sessions, { path: addressOf(sessions) })
  const unchanged = await fingerprintDatabase()
  for (const request of refused) await send(route, request)
  await unchanged()
}

async function send(route: AnyRoute, { path, body }: Sent): Promise<RawReply> {
  const request = { method: route.method, ...(body === undefined ? {} : { body }) }
  const reply = await admin.request(path, request)
  if (reply.json.code !== 'not_signed_in') return reply
  // Some of the calls end sessions, as they should.
  admin = await service.as(await insertAdmin())
  return admin.request(path, request)
}

/** Allows no failure of ours but those of the call; a faulty request is refused with its field. */
function expectAnswered(route: AnyRoute, { status, json, text }: RawReply): void {
  if (status < 400) return
  // A payment error for clients of the specification, which know numbers.
  if (json.code === 1) return
  const code = String(json.code) as keyof typeof errorCatalogue
  expect(errorCatalogue, text).toHaveProperty(code)
  expect(json.message, text).toMatch(/\S{2}/)
  if (status >= 500) expect(route.errors, text).toContain(code)
  if (code === 'invalid_request' && !/^The (request body|address) /.test(String(json.message))) {
    expect(json, text).toHaveProperty('field')
  }
}
