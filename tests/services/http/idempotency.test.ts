import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { type AnyRoute, route } from '@jhatpat/shared/contracts/route.ts'
import { createAdmission } from '@jhatpat/shared/platform/admission.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import {
  IdempotencyKeyModel,
  type IIdempotencyKey,
  idempotencyKeyId,
} from '@jhatpat/shared/platform/idempotency-model.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import express, { Router } from 'express'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createErrorHandler } from '../../../api/src/http/errors.ts'
import { mountRoute } from '../../../api/src/http/mount.ts'
import type { RouteLimits } from '../../../api/src/http/rate-limit.ts'
import { requestLog } from '../../../api/src/http/request-log.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Person, personOf } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'

/** A call that counts its runs. */
const spend = route({
  method: 'POST',
  path: '/spend/:shop',
  auth: 'session',
  summary: 'Spend something',
  params: z.strictObject({ shop: z.string() }),
  body: z.strictObject({ amount: z.number(), note: z.optional(z.string()) }),
  result: z.object({ run: z.number(), id: z.string() }),
  errors: ['insufficient_balance'],
  errorField: 'msg',
  idempotent: true,
})

/** Another call with the same body. */
const give = { ...spend, path: '/give/:shop' }
/** A call that inserts the key's record in the transaction that has its effect. */
const take = { ...spend, path: '/take/:shop' }
type Effect = { _id: string }
const effects = () => mongoose.connection.collection<Effect>('test_effects')

const noLimits: RouteLimits = { general: (_request, _response, next) => next(), own: [] }

let service: Service
let server: Server
let origin: string
let asha: Person
let userId: string
let runs = 0
/** The intended result of each run. */
let ids: string[] = []
let answer: () => Promise<void> = async () => undefined
/** What happens between the commit and the reply. */
let after: () => Promise<void> = async () => undefined
let changed = (reply: { run: number; id: string }) => reply

beforeAll(async () => {
  service = await startService()
  await mongoose.connection.createCollection(effects().collectionName)
  const { clock, env, log } = service.deps
  const router = Router()
  const http = {
    router,
    env,
    clock,
    log,
    publicUrl: '',
    factorRule: { isRequired: true },
    mounted: new Set<AnyRoute>(),
    limitsFor: () => noLimits,
    placings: createAdmission({ atOnce: 1, maxWaitMs: 0 }),
    quietMode: { current: () => undefined },
  }
  mountRoute(http, take, {
    async recordsReply({ reference, keyRecord }) {
      runs += 1
      const reply = { run: runs, id: reference('JP') }
      ids.push(reply.id)
      await answer()
      const record = keyRecord(changed(reply))
      await inTransaction(async (session) => {
        await effects().insertOne({ _id: reply.id }, { session })
        if (record) await IdempotencyKeyModel.create([record], { session })
      })
      await after()
      return reply
    },
  })
  for (const route of [spend, give]) {
    mountRoute(http, route, async ({ reference }) => {
      runs += 1
      const run = runs
      ids.push(reference('JP'))
      await answer()
      return { run, id: reference('JP') }
    })
  }
  server = createServer(
    express()
      .use(requestLog(log))
      .use('/api', router)
      .use(createErrorHandler({ log, env: service.env })),
  )
  await new Promise<void>((done) => server.listen(0, done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  runs = 0
  ids = []
  answer = async () => undefined
  after = async () => undefined
  changed = (reply) => reply
  const customer = await insertCustomer()
  userId = String(customer._id)
  asha = personOf(origin, (await service.as(customer)).token)
})
afterAll(async () => {
  server.close()
  await service.stop()
})

const send = (key: string | undefined, amount = 100, person = asha) =>
  person.call(spend, {
    params: { shop: 'a' },
    body: { amount },
    ...(key === undefined ? {} : { idempotencyKey: key }),
  })

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('was not refused'),
    (error: unknown) => error as ApiError,
  )

it('repeats the first reply for the same key and body, and runs once', async () => {
  const first = await send('one-tap-1')
  expect(first).toEqual({ run: 1, id: expect.stringMatching(/^JP\d{6}[0-9A-Z]{8}$/) })
  expect(await send('one-tap-1')).toEqual(first)
  expect(runs).toBe(1)
  const replayed = await asha.request('/api/spend/a', {
    method: 'POST',
    body: '{"amount":100}',
    headers: { 'idempotency-key': 'one-tap-1' },
  })
  expect(replayed.headers.get('idempotency-replayed')).toBe('true')
})

it('accepts the fields of the body in any order', async () => {
  const post = (body: string) =>
    asha.request('/api/spend/a', { method: 'POST', body, headers: { 'idempotency-key': 'any-order' } })
  expect((await post('{"amount":1,"note":"x"}')).status).toBe(200)
  expect((await post('{"note":"x","amount":1}')).json).toMatchObject({ run: 1 })
})

it('refuses another body, or another address, with the same key', async () => {
  await send('one-tap-2')
  const refusal = await refusalOf(send('one-tap-2', 200))
  expect(refusal).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  expect(
    await refusalOf(
      asha.call(spend, { params: { shop: 'b' }, body: { amount: 100 }, idempotencyKey: 'one-tap-2' }),
    ),
  ).toMatchObject({ status: 422 })
  expect(runs).toBe(1)
})

it('runs once when the same request arrives twenty times at once', async () => {
  const othersAnswered = Promise.withResolvers<void>()
  answer = () => othersAnswered.promise
  const refused: ApiError[] = []
  const note = (error: ApiError) => {
    refused.push(error)
    if (refused.length === 19) othersAnswered.resolve()
  }
  await Promise.all(Array.from({ length: 20 }, () => send('twins-at-once').catch(note)))
  expect(runs).toBe(1)
  expect(new Set(refused.map((error) => `${error.status} ${error.code}`))).toEqual(
    new Set(['409 idempotency_in_flight']),
  )
  expect(await send('twins-at-once')).toMatchObject({ run: 1 })
})

it('repeats a refusal too, since it was the reply', async () => {
  answer = async () => {
    throw new AppError('insufficient_balance', { details: { redirect_url: '/balanceerror' } })
  }
  const first = await refusalOf(send('refused-1'))
  answer = async () => undefined
  const second = await refusalOf(send('refused-1'))
  expect(first).toMatchObject({ status: 402, reply: { redirect_url: '/balanceerror' } })
  expect(second.status).toBe(402)
  expect(second.reply).toEqual(first.reply)
  expect(runs).toBe(1)
})

const passing: [string, Error, number][] = [
  ['a failure of ours', new Error('surprise'), 500],
  ['an outage', new AppError('service_unavailable'), 503],
  ['a limit', new AppError('too_many_requests'), 429],
  ['another request that is still running', new AppError('idempotency_in_flight'), 409],
]

it.each(passing)('allows a retry with the same key after %s', async (_what, error, status) => {
  answer = async () => {
    throw error
  }
  expect((await refusalOf(send('again-and-again'))).status).toBe(status)
  answer = async () => undefined
  expect(await send('again-and-again')).toMatchObject({ run: 2 })
})

it('allows only the same request to retry after a failure of ours, with the same intended result', async () => {
  answer = async () => {
    throw new AppError('service_unavailable')
  }
  await refusalOf(send('still-its-own'))
  answer = async () => undefined
  expect(await refusalOf(send('still-its-own', 200))).toMatchObject({ code: 'idempotency_key_reused' })
  const shop = { params: { shop: 'a' }, body: { amount: 100 }, idempotencyKey: 'still-its-own' }
  expect(await refusalOf(asha.call(give, shop))).toMatchObject({ code: 'idempotency_key_reused' })
  const second = await send('still-its-own')
  expect(ids).toEqual([second.id, second.id])
})

it('runs one of twenty concurrent retries after a failure of ours', async () => {
  answer = async () => {
    throw new AppError('service_unavailable')
  }
  await refusalOf(send('twenty-again'))
  const othersAnswered = Promise.withResolvers<void>()
  answer = () => othersAnswered.promise
  let refused = 0
  const note = (error: ApiError) => {
    refused += 1
    expect(error.code).toBe('idempotency_in_flight')
    if (refused === 19) othersAnswered.resolve()
  }
  await Promise.all(Array.from({ length: 20 }, () => send('twenty-again').catch(note)))
  expect(runs).toBe(2)
})

it('binds a key to one call: another call with the same body is refused, answered or not', async () => {
  const shop = { params: { shop: 'a' }, body: { amount: 100 }, idempotencyKey: 'one-call-only' }
  await send('one-call-only')
  expect(await refusalOf(asha.call(give, shop))).toMatchObject({
    status: 422,
    code: 'idempotency_key_reused',
  })
  expect(runs).toBe(1)
})

it('separates the keys of two people, and calls without a key', async () => {
  const ravi = personOf(origin, (await service.as(await insertCustomer())).token)
  expect(await send('shared-key', 1)).toMatchObject({ run: 1 })
  expect(await send('shared-key', 1, ravi)).toMatchObject({ run: 2 })
  expect(await send(undefined)).toMatchObject({ run: 3 })
  expect(await send(undefined)).toMatchObject({ run: 4 })
  expect(new Set(ids).size).toBe(4)
})

it('refuses a key that is too short, too long or invisible', async () => {
  for (const key of ['short', 'x'.repeat(101), 'with a space', 'tab\tbed-key']) {
    expect(await refusalOf(send(key)), key).toMatchObject({ status: 400, field: 'Idempotency-Key' })
  }
  expect(runs).toBe(0)
})

it('recovers a run without a reply after a minute, and not before', async () => {
  const hanging = Promise.withResolvers<void>()
  answer = () => hanging.promise
  const first = send('died-halfway')
  await expect.poll(() => runs).toBe(1)
  answer = async () => undefined
  expect(await refusalOf(send('died-halfway'))).toMatchObject({ status: 409 })
  service.clock.advance(61_000)
  const second = await send('died-halfway')
  expect(second).toMatchObject({ run: 2 })
  expect(ids).toEqual([second.id, second.id])
  hanging.resolve()
  expect(await first).toMatchObject({ run: 1 })
  expect(await send('died-halfway')).toMatchObject({ run: 2 })
})

it('remembers keys for thirty days', async () => {
  expect(await IdempotencyKeyModel.collection.indexes()).toContainEqual(
    expect.objectContaining({ key: { startedAt: 1 }, expireAfterSeconds: 30 * 86_400 }),
  )
})

it('runs again with a key that has expired', async () => {
  const first = await send('long-ago-1')
  await IdempotencyKeyModel.deleteMany({})
  expect((await send('long-ago-1', 200)).id).not.toBe(first.id)
})

describe('a call that records its reply in its transaction', () => {
  const post = (key: string | undefined, amount = 100, person = asha) =>
    person.request('/api/take/a', {
      method: 'POST',
      body: JSON.stringify({ amount }),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const done = async () => effects().countDocuments({ _id: { $in: ids } })
  const recordOf = (key: string) =>
    IdempotencyKeyModel.findById(idempotencyKeyId(userId, key)).lean<IIdempotencyKey | null>()

  it('repeats the bytes of the first reply, and runs once', async () => {
    const first = await post('taken-once')
    expect(await recordOf('taken-once')).toMatchObject({ state: 'answered', reply: first.text })
    const second = await post('taken-once')
    expect([second.status, second.text, runs]).toEqual([200, first.text, 1])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  it('has one effect and one reply for twenty requests at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => post('taken-at-once')))
    expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect([all[0]?.status, await done()]).toEqual([200, 1])
  })

  it.each(passing)(
    'leaves nothing after %s, and allows any request under its key',
    async (_what, error, status) => {
      answer = async () => {
        throw error
      }
      expect((await post('taken-again')).status).toBe(status)
      expect([await recordOf('taken-again'), await done()]).toEqual([null, 0])
      answer = async () => undefined
      expect((await post('taken-again', 200)).status).toBe(200)
      expect(await done()).toBe(1)
    },
  )

  it('gives the reply that it has committed when it fails afterwards', async () => {
    after = async () => {
      throw new Error('the process is shutting down')
    }
    const first = await post('taken-then-failed')
    expect([first.status, first.text]).toEqual([200, (await recordOf('taken-then-failed'))?.reply])
    expect((await post('taken-then-failed')).text).toBe(first.text)
    expect([await done(), runs]).toEqual([1, 1])
  })

  it('has no effect when its reply does not fit the contract', async () => {
    changed = ({ id }) => ({ run: 'first', id }) as never
    expect((await post('taken-misfit')).status).toBe(500)
    expect([await recordOf('taken-misfit'), await done()]).toEqual([null, 0])
  })

  it('repeats a refusal, and gives it to a request that committed too late', async () => {
    const [bothRun, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    answer = async () => {
      await bothRun.promise
      throw new AppError('insufficient_balance')
    }
    const refusal = post('taken-refused').finally(() => refused.resolve())
    await expect.poll(() => runs).toBe(1)
    answer = async () => {
      bothRun.resolve()
      await refused.promise
    }
    const late = post('taken-refused')
    const [first, second] = [await refusal, await late]
    expect([first.status, second.status, second.text]).toEqual([402, 402, first.text])
    expect(await done()).toBe(0)
  })

  it('refuses another request with its key, and another call', async () => {
    await post('taken-for-one')
    expect((await post('taken-for-one', 200)).status).toBe(422)
    expect(await refusalOf(send('taken-for-one'))).toMatchObject({ code: 'idempotency_key_reused' })
    expect([await done(), runs]).toEqual([1, 1])
  })

  it('has an effect each time without a key', async () => {
    expect([(await post(undefined)).status, (await post(undefined)).status]).toEqual([200, 200])
    expect(await done()).toBe(2)
  })
})
