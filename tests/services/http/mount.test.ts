import { stats } from '@jhatpat/shared/contracts/admin.ts'
import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import { homeProducts } from '@jhatpat/shared/contracts/catalogue.ts'
import { type AnyRoute, route } from '@jhatpat/shared/contracts/route.ts'
import { createAdmission } from '@jhatpat/shared/platform/admission.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import express, { Router } from 'express'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from '../../../api/src/app.ts'
import { createErrorHandler } from '../../../api/src/http/errors.ts'
import { type HandlerRequest, mountRoute } from '../../../api/src/http/mount.ts'
import { pathsOf } from '../../../api/src/http/openapi.ts'
import type { RouteLimits } from '../../../api/src/http/rate-limit.ts'
import { requestLog } from '../../../api/src/http/request-log.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { type Person, personOf } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { addressOf, type JsonSchema, schemaOf } from './contract-samples.ts'

/** The path pattern of express for this call. */
function patternOf({ path }: AnyRoute): RegExp {
  return new RegExp(`^/api${path.replace(/\{\/:\w+\}/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`)
}

const noLimits: RouteLimits = { general: (_request, _response, next) => next(), own: [] }

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('the calls', () => {
  it('are all mounted', () => {
    const { mounted } = createApp({ ...service.deps, io: {} as never })
    const forgotten = callRegistry
      .filter((one) => !mounted.has(one))
      .map(({ method, path }) => `${method} ${path}`)
    expect(forgotten).toEqual([])
  })

  it('are not shadowed by one that is mounted before', () => {
    const { mounted } = createApp({ ...service.deps, io: {} as never })
    const routes = [...mounted]
    const hidden = routes.flatMap((one, place) =>
      routes.slice(0, place).flatMap((before) => {
        const takes = before.method === one.method && patternOf(before).test(addressOf(one))
        return takes ? [`${one.path} behind ${before.path}`] : []
      }),
    )
    expect(hidden).toEqual([])
    expect(routes.length).toBeGreaterThan(30)
  })

  it('are all in the API reference, with body, reply and errors', async () => {
    const { json } = await service.guest.request('/openapi.json')
    const paths = json.paths as Record<string, Record<string, Record<string, unknown>>>
    for (const one of callRegistry) {
      for (const path of pathsOf(one)) {
        const described = paths[path]?.[one.method.toLowerCase()]
        expect(described, path).toMatchObject({
          summary: one.summary,
          responses: { 200: {}, 400: {}, 500: {} },
        })
        const fields = Object.keys(schemaOf(one.body).properties ?? {})
        if (one.method === 'POST')
          expect(fieldsAsked(described), path).toEqual(expect.arrayContaining(fields))
        if (one.auth !== 'public') expect(described?.responses, path).toHaveProperty('401')
      }
    }
    expect(json.openapi).toBe('3.1.0')
    expect(Object.values(paths).flatMap(Object.keys).length).toBeGreaterThanOrEqual(callRegistry.length)
  })

  it('have a page at /docs', async () => {
    const page = await service.guest.request('/docs/')
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('swagger-ui') })
    expect((await service.guest.request('/docs/swagger-ui-init.js')).text).toContain('/auth/login')
  })
})

describe('a reply', () => {
  it('is not sent again when the client has it: 304 by ETag', async () => {
    const first = await service.guest.request(`/api${homeProducts.path}`)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const again = await service.guest.request(`/api${homeProducts.path}`, {
      // Node's fetch would send a reload past every cache.
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it('with a person’s data is never cached, as it would outlive the session on a shared computer', async () => {
    const user = await insertCustomer()
    const asha = await service.as(user)
    const admin = await service.as(await insertAdmin())
    const own = await asha.request(`/api/wallet/getbalance/${user.userid}`)
    const ofAll = await admin.request(`/api${stats.path}`)
    for (const reply of [own, ofAll]) {
      expect(reply.status).toBe(200)
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('to a POST, to a GET with an effect, and to a refused request is never cached', async () => {
    const admin = await service.as(await insertAdmin())
    const decided = await admin.request('/api/admin/updateorder/JP261121K7Q2MD/Completed')
    const posted = await admin.request('/api/ops/pass', { method: 'POST' })
    const refused = await service.guest.request('/api/admin/stats')
    for (const reply of [decided, posted, refused])
      expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  it('of less than 1 kB is sent plain, and a larger one compressed', async () => {
    const asked = { headers: { 'accept-encoding': 'gzip' } }
    const small = await service.guest.request(`/api${stats.path}`, asked)
    expect(small.text.length).toBeLessThan(1_024)
    expect(small.headers.get('content-encoding')).toBeNull()
    expect(small.headers.get('content-length')).toBe(String(Buffer.byteLength(small.text)))
    const large = await service.guest.request('/openapi.json', asked)
    expect(large.headers.get('content-encoding')).toBe('gzip')
    expect(large.json.openapi).toBe('3.1.0')
    const plain = await service.guest.request('/openapi.json', {
      headers: { 'accept-encoding': 'identity' },
    })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.text).toBe(large.text)
  })

  it('has a request id of ours, whatever id a caller or a proxy sends', async () => {
    const requestWithId = (id: string) =>
      service.guest.request('/api/admin/stats', { headers: { 'x-request-id': id } })
    const [named, again] = [await requestWithId('proxy-1234567'), await requestWithId('proxy-1234567')]
    for (const reply of [named, again, await requestWithId('<script>')]) {
      expect(reply.json.requestId).toMatch(/^[0-9a-f-]{36}$/)
      expect(reply.headers.get('x-request-id')).toBe(reply.json.requestId)
    }
    expect(named.json.requestId).not.toBe(again.json.requestId)
  })

  it('does not run a GET’s handler for HEAD', async () => {
    const admin = await service.as(await insertAdmin())
    expect((await admin.request('/api/admin/stats', { method: 'HEAD' })).status).toBe(404)
  })
})

describe('the result of a handler', () => {
  let answer: (request: Pick<HandlerRequest<typeof echo>, 'reference'>) => Promise<unknown>
  let asha: Person
  let close: () => void
  const logged: unknown[] = []
  const echo = route({
    method: 'GET',
    path: '/echo',
    auth: 'session',
    summary: 'Says something',
    result: z.object({ said: z.string() }),
    errors: [],
    errorField: 'error',
  })

  beforeAll(async () => {
    const { clock, env } = service.deps
    const log = Object.assign(Object.create(service.deps.log), {
      error: (...line: unknown[]) => logged.push(line),
    })
    const router = Router()
    const http = {
      router,
      env,
      clock,
      log,
      publicUrl: '',
      factorRule: { isRequired: false },
      mounted: new Set<never>(),
      limitsFor: () => noLimits,
      placings: createAdmission({ atOnce: 1, maxWaitMs: 0 }),
      quietMode: { current: () => undefined },
    }
    mountRoute(http, echo, async (request) => (await answer(request)) as { said: string })
    const app = express()
      .use(requestLog(service.deps.log))
      .use('/api', router)
      .use(createErrorHandler({ log, env: service.env }))
    const server = app.listen(0)
    const address = server.address() as { port: number }
    asha = personOf(`http://127.0.0.1:${address.port}`, (await service.as(await insertCustomer())).token)
    close = () => server.close()
  })
  afterAll(() => close())

  it('is stripped to the fields of the contract', async () => {
    answer = async () => ({ said: 'yes', passwordHash: 'secret' })
    expect((await asha.request('/api/echo')).text).toBe('{"said":"yes"}')
  })

  it('is a 500 and an alert when it breaks the contract', async () => {
    answer = async () => ({ said: 7 })
    expect(await asha.request('/api/echo')).toMatchObject({
      status: 500,
      json: { code: 'internal', error: 'Something went wrong! Please try again.' },
    })
    expect(JSON.stringify(logged)).toContain('reply does not fit its contract')
  })

  it('is a 500 and an alert when it requires an id without a key: a retry would create a second', async () => {
    answer = async ({ reference }) => ({ said: reference('JP') })
    expect((await asha.request('/api/echo')).status).toBe(500)
    expect(logged.at(-1)).toMatchObject([
      { err: { message: 'GET /echo makes something and is not idempotent' } },
      'request failed',
    ])
  })

  it('of an unknown error has only its request id, under which the cause is logged', async () => {
    answer = async () => {
      throw new Error('connection string mongodb://root:secret@db')
    }
    const reply = await asha.request('/api/echo')
    expect(reply.json).toEqual({
      message: 'Something went wrong! Please try again.',
      error: 'Something went wrong! Please try again.',
      code: 'internal',
      requestId: reply.headers.get('x-request-id'),
    })
    expect(logged.at(-1)).toMatchObject([
      { requestId: reply.json.requestId, err: { message: /secret/ } },
      'request failed',
    ])
  })

  it('of a known error is a refusal with its code, field and further reply fields', async () => {
    answer = async () => {
      throw new AppError('out_of_stock', { field: 'itemid', details: { redirect_url: '/x' } })
    }
    expect(await asha.request('/api/echo')).toMatchObject({
      status: 409,
      json: {
        code: 'out_of_stock',
        error: 'This item is out of stock.',
        field: 'itemid',
        redirect_url: '/x',
      },
    })
  })

  it.each([
    new mongoose.mongo.MongoNetworkError('connection 3 to 127.0.0.1 closed'),
    new mongoose.mongo.MongoNotConnectedError('Client must be connected'),
    Object.assign(new Error('gone'), { name: 'MaxRetriesPerRequestError' }),
    new Error('Command timed out'),
  ])('is 503 with a retry when a server is unavailable: $name $message', async (error) => {
    answer = async () => {
      throw error
    }
    const reply = await asha.request('/api/echo')
    expect(reply).toMatchObject({ status: 503, json: { code: 'service_unavailable' } })
    expect(reply.headers.get('retry-after')).toMatch(/^[2-5]$/)
  })
})

/** The fields of the body that a call of the API reference takes; undefined where it has none. */
function fieldsAsked(described: Record<string, unknown> | undefined): string[] | undefined {
  const requestBody = described?.requestBody as
    | { content: Record<string, { schema: JsonSchema }> }
    | undefined
  const [form] = Object.values(requestBody?.content ?? {})
  return form && Object.keys(form.schema.properties ?? {})
}
