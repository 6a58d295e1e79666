import type { AddressInfo } from 'node:net'
import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestLog } from '../../../api/src/http/request-log.ts'
import { type RunningApi, startApi } from '../../../api/src/start-api.ts'
import { insertAdmin, insertCustomer, testPassword } from '../../support/people.ts'
import { type Person, personOf } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { addressOf, sampleOf, schemaOf } from './contract-samples.ts'

let service: Service
let api: RunningApi
let written = ''
beforeAll(async () => {
  service = await startService()
  // As in a shop that debugs a fault: the real logger, at its lowest level.
  const log = createLogger('test', 'trace', {
    write: (line) => {
      written += line
    },
  })
  api = await startApi({ env: service.env, log, clock: service.clock })
})
beforeEach(() => {
  written = ''
})
afterAll(async () => {
  await api.stop()
  await service.stop()
})

const secret = 'Tr0ub4dorS3cret'
const origin = () => `http://127.0.0.1:${api.port}`
const lines = () => written.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))

/** A call with a secret wherever it accepts one: a password, a code, a link's token, or free text. */
function secretly(person: Person, route: AnyRoute) {
  const { token: asked } = schemaOf(route.params).properties ?? {}
  const path = addressOf(route, asked ? { token: secret } : {})
  const body = sampleOf(schemaOf(route.body)) as Record<string, unknown>
  for (const name of ['password', 'token']) {
    if (name in (schemaOf(route.body).properties ?? {})) body[name] = secret
  }
  if ('otp' in body) body.otp = '739218'
  return person.request(path, {
    method: route.method,
    ...(route.method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
}

describe('no log line contains', () => {
  it('the token, password, code or link of any call', async () => {
    const admin = await insertAdmin()
    for (const route of callRegistry) {
      const { token } = await service.as(admin)
      await secretly(personOf(origin(), token), route)
      expect(written, route.path).not.toContain(String(token))
      expect(written, route.path).not.toContain(secret)
      expect(written, route.path).not.toContain('739218')
    }
    expect(lines().length).toBeGreaterThanOrEqual(callRegistry.length)
  })

  it('the input of a sign-in, correct, wrong or malformed', async () => {
    const user = await insertCustomer()
    const guest = personOf(origin())
    const signIn = (body: string) => guest.request('/api/auth/login', { method: 'POST', body })
    const { json } = await signIn(JSON.stringify({ email: user.email, password: testPassword }))
    expect(String(json.token).length).toBeGreaterThan(40)
    await signIn(JSON.stringify({ email: user.email, password: secret }))
    await signIn(`{"email":"${user.email}","password":"${secret}`)
    await signIn(JSON.stringify({ email: user.email, password: { $ne: secret } }))
    expect(lines().map(({ event }) => event)).toContain('sign_in_failed')
    for (const input of [testPassword, String(json.token), secret, user.email]) {
      expect(written, input).not.toContain(input)
    }
  })

  it('a secret from an address, in any encoding', async () => {
    const guest = personOf(origin())
    for (const path of [
      `/api/auth/verifymail/abc/${secret}`,
      `/api/auth//verifymail//abc//${secret}`,
      `/api/auth/verifymail/abc/${secret}/more`,
      `/api/password/reset-password/abc/${secret}?x=1`,
      `/verification/abc/${secret}`,
      `/Reset_Password/abc/${secret}`,
      `/api/auth/contact/abc/${secret}`,
      `/contact_changed/abc/${secret}`,
      `/api/auth/owner-change/abc/${secret}`,
      `/owner_change/abc/${secret}`,
      `/sign_in_link/abc/${secret}`,
      `/api/auth/sign-in-link/abc/${secret}`,
      `/?code=${secret}&state=${secret}`,
      `/api/order/x?token=${secret}`,
    ]) {
      await guest.request(path, { headers: { accept: 'application/json' } })
      expect(written, path).not.toContain(secret)
    }
    expect(lines().map(({ req }) => req?.url)).toContain('/verification/abc/-')
  })

  it('a socket’s token, also a refused one', async () => {
    const { token } = await service.as(await insertCustomer())
    const person = personOf(origin(), token)
    await person.socket()
    await personOf(origin(), secret)
      .socket()
      .catch(() => undefined)
    expect(written).not.toContain(String(token))
    expect(written).not.toContain(secret)
    person.close()
  })
})

it('a value that is logged under the name of a secret', () => {
  const { log } = api.deps
  log.info({ password: secret, body: { otp: secret }, request: { body: { token: secret } } }, 'a slip')
  log.error({ err: Object.assign(new Error('no answer'), { key: secret }) }, 'another')
  expect(written).toContain('[redacted]')
  expect(written).not.toContain(secret)
})

describe('a request id', () => {
  const named = async (given: string) => {
    await personOf(origin(), secret).request('/api/admin/stats', { headers: { 'x-request-id': given } })
    return lines().find(({ req }) => req?.url === '/api/admin/stats')
  }

  it('from the caller is logged next to ours', async () => {
    const line = await named('proxy-1:2.3_4')
    expect(line).toMatchObject({
      callersId: 'proxy-1:2.3_4',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('is next to ours also where a refused caller is logged', async () => {
    const { token } = await service.as(await insertCustomer())
    await personOf(origin(), token).request('/api/admin/stats', { headers: { 'x-request-id': 'mine-1' } })
    expect(lines()).toContainEqual(
      expect.objectContaining({
        event: 'refused',
        callersId: 'mine-1',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    )
  })

  it.each(['<script>alert(1)</script>', 'x'.repeat(65), 'a b', '{"level":60}', 'ünïcode'])(
    'from the caller is left out when it is not harmless: %s',
    async (given) => {
      const headers = { 'x-request-id': Buffer.from(given).toString('latin1') }
      await personOf(origin(), secret).request('/api/admin/stats', { headers })
      const line = lines().find(({ req }) => req?.url === '/api/admin/stats')
      expect(line).toBeDefined()
      expect(line).not.toHaveProperty('callersId')
    },
  )
})

describe('the line of a request', () => {
  /** A server that logs at this level and replies with the status that its address names. */
  async function logged(level: string, visit: (origin: string) => Promise<unknown>) {
    let text = ''
    const write = (line: string) => {
      text += line
    }
    const app = express()
      .use(requestLog(createLogger('test', level, { write })))
      .use(({ path }, response) => {
        response.status(Number(path.split('/').at(-1)) || 200).end()
      })
    const server = app.listen(0)
    await visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await new Promise((resolve) => server.close(resolve))
    return text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
  }
  const visitAll =
    (...paths: string[]) =>
    async (from: string) => {
      for (const path of paths) await (await fetch(from + path)).text()
    }

  it('has the call, its reply’s status and its time', async () => {
    expect(await logged('debug', visitAll('/api/order/201?q=1'))).toEqual([
      expect.objectContaining({
        level: 20,
        msg: 'request completed',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        req: { method: 'GET', url: '/api/order/201' },
        res: { statusCode: 201 },
        responseTime: expect.any(Number),
      }),
    ])
  })

  it('is a warning where the server failed, and the only one in production', async () => {
    const lines = await logged('info', visitAll('/api/200', '/api/404', '/api/503'))
    expect(lines).toEqual([expect.objectContaining({ level: 40, res: { statusCode: 503 } })])
  })

  it('is not written for health checks, assets and pictures', async () => {
    const silent = ['/healthz', '/readyz/503', '/assets/a.js', '/admin/assets/a.js', '/media/a.svg']
    const lines = await logged('debug', visitAll(...silent, '/assetsx'))
    expect(lines.map(({ req }) => req.url)).toEqual(['/assetsx'])
  })
})
