import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AnyRoute, route } from '@jhatpat/shared/contracts/route.ts'
import { supplyAlerts } from '@jhatpat/shared/contracts/supply.ts'
import { type Admission, createAdmission } from '@jhatpat/shared/platform/admission.ts'
import express, { Router } from 'express'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createErrorHandler } from '../../../api/src/http/errors.ts'
import { mountRoute } from '../../../api/src/http/mount.ts'
import { createPlacings } from '../../../api/src/http/placings.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'

const place = route({
  method: 'POST',
  path: '/place',
  auth: 'session',
  summary: 'Places an order',
  body: z.strictObject({ item: z.string() }),
  result: z.object({ placed: z.string() }),
  errors: ['shop_busy'],
  errorField: 'msg',
})

let service: Service
let token: string
let server: Server
let admission: Admission
let placed: string[]
/** Ends the running call of this item. */
let ends: Map<string, () => void>

beforeAll(async () => {
  service = await startService()
  token = (await service.as(await insertCustomer())).token ?? ''
})
afterAll(() => service.stop())

beforeEach(async () => {
  placed = []
  ends = new Map()
  admission = createAdmission({ atOnce: 1, maxWaitMs: 10_000 })
  const { clock, env, log } = service.deps
  const router = Router()
  const http = {
    router,
    env,
    clock,
    log,
    publicUrl: '',
    factorRule: { isRequired: false },
    mounted: new Set<AnyRoute>(),
    limitsFor: () => ({
      general: ((_request, _response, next) => next()) as express.RequestHandler,
      own: [],
    }),
    placings: admission,
    quietMode: { current: () => undefined },
  }
  mountRoute(http, place, async ({ body: { item } }) => {
    await new Promise<void>((resolve) => ends.set(item, resolve))
    placed.push(item)
    return { placed: item }
  })
  server = createServer(
    express()
      .use('/api', router)
      .use(createErrorHandler({ log, env: service.env })),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A request whose body is sent with `send`; `status` is undefined when the client has left. */
function open(bearer = token) {
  const { port } = server.address() as AddressInfo
  const asked = request({
    port,
    method: 'POST',
    path: '/api/place',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
  })
  const status = new Promise<number | undefined>((resolve) => {
    asked.on('response', (reply) => resolve(reply.resume().statusCode))
    asked.on('error', () => resolve(undefined))
  })
  return { status, send: (item: string) => void asked.end(JSON.stringify({ item })), asked }
}

function ask(item: string, bearer = token) {
  const one = open(bearer)
  one.send(item)
  return { status: one.status, leave: () => void one.asked.destroy() }
}

const state = () => admission.state()
const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
const running = (item: string) => expect.poll(() => ends.has(item)).toBe(true)

describe('the place of a call that places orders', () => {
  it('is free again after its reply, whatever that was', async () => {
    const first = ask('one')
    await running('one')
    const [second, stranger] = [ask('two'), ask('three', 'made-up')]
    await expect.poll(() => state().waiting).toBe(2)
    ends.get('one')?.()
    await running('two')
    ends.get('two')?.()
    expect(await Promise.all([first.status, second.status, stranger.status])).toEqual([200, 200, 401])
    await expect.poll(state).toMatchObject({ running: 0, waiting: 0 })
  })

  it('is not waited for by a client that has left, and nothing is placed for it', async () => {
    const first = ask('one')
    await running('one')
    const second = ask('two')
    await expect.poll(() => state().waiting).toBe(1)
    second.leave()
    await expect.poll(() => state().waiting).toBe(0)
    const third = ask('three')
    await expect.poll(() => state().waiting).toBe(1)
    ends.get('one')?.()
    await running('three')
    ends.get('three')?.()
    expect(await Promise.all([first.status, third.status])).toEqual([200, 200])
    expect(placed).toEqual(['one', 'three'])
    await expect.poll(state).toMatchObject({ running: 0, waiting: 0 })
  })

  it('is kept until the order is placed, although its client has left', async () => {
    const first = ask('one')
    await running('one')
    first.leave()
    await expect.poll(connections).toBe(0)
    const second = ask('two')
    await expect.poll(() => state().waiting).toBe(1)
    expect(ends.has('two')).toBe(false)
    ends.get('one')?.()
    await running('two')
    ends.get('two')?.()
    expect(await second.status).toBe(200)
    expect(placed).toEqual(['one', 'two'])
  })

  it('is not held by a client that does not send its body', async () => {
    const slow = open()
    slow.asked.flushHeaders()
    await expect.poll(connections).toBe(1)
    const second = ask('two')
    await running('two')
    ends.get('two')?.()
    expect(await second.status).toBe(200)
    slow.send('one')
    await running('one')
    ends.get('one')?.()
    expect(await slow.status).toBe(200)
    await expect.poll(state).toMatchObject({ running: 0, waiting: 0 })
  })
})

it('counts refusals in one line of the log, and shows them on the dashboard', async () => {
  const logged: unknown[][] = []
  const log = Object.assign(Object.create(service.deps.log), {
    warn: (...line: unknown[]) => logged.push(line),
  })
  const placings = createPlacings({ ...service.deps, log, env: { ORDERS_AT_ONCE: 1 } }, 50)
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = placings.run(() => promise)
  const others = [1, 2, 3].map(() => placings.run(async () => undefined))
  for (const refused of await Promise.allSettled(others)) expect(refused.status).toBe('rejected')
  await expect.poll(() => logged).toMatchObject([[{ refused: 3, atOnce: 1, running: 1 }, 'orders refused']])
  const admin = await service.as(await insertAdmin())
  await expect
    .poll(() => admin.call(supplyAlerts))
    .toMatchObject([{ kind: 'shop_busy', detail: expect.stringMatching(/^3 refused/), count: 1 }])
  resolve()
  await first
  placings.stop()
})
