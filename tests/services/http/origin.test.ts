import { openSession } from '@jhatpat/shared/domain/accounts/index.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApi } from '../../../api/src/start-api.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ env: { APP_REVISION: 'abc1234' } })
})
afterAll(() => service.stop())

/** The cookie that opens operator pages. */
async function passOf(person: Person): Promise<string> {
  const reply = await person.request('/api/ops/pass', { method: 'POST' })
  return (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

describe('health', () => {
  it('reports at /healthz that the process runs, and at /readyz whether its dependencies do', async () => {
    const version = `${manifest.version}+abc1234`
    expect((await service.guest.request('/healthz')).json).toEqual({ status: 'ok', version })
    expect(await service.guest.request('/readyz')).toMatchObject({
      status: 200,
      json: {
        status: 'ready',
        version,
        checks: { mongodb: 'ok', redis: 'ok' },
        oldestDueTaskSeconds: 0,
      },
    })
  })
})

describe('a reply', () => {
  it('names the version, whether a page, a call or an error', async () => {
    for (const path of ['/', '/api/product/gethomeproducts', '/api/nothing', '/healthz'])
      expect((await service.guest.request(path)).headers.get('x-app-version'), path).toBe(
        `${manifest.version}+abc1234`,
      )
  })
})

describe('in production', () => {
  let url: string
  let stop: () => Promise<void>
  beforeAll(async () => {
    const api = await startApi({ ...service.deps, env: { ...service.env, NODE_ENV: 'production' } })
    url = `http://127.0.0.1:${api.port}`
    stop = api.stop
  })
  afterAll(() => stop())
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(url + path, { headers: { accept: 'application/json', ...headers } })).status

  it('replies at /readyz to callers on the same network, and to none that came through a proxy', async () => {
    expect(await statusOf('/readyz')).toBe(200)
    expect(await statusOf('/readyz', { 'x-forwarded-for': '10.0.0.1' })).toBe(404)
    expect(await statusOf('/healthz', { 'x-forwarded-for': '203.0.113.1' })).toBe(200)
  })

  it('shows the API reference to admins with a pass, after their second factor', async () => {
    for (const path of ['/docs/', '/docs/swagger-ui-init.js', '/openapi.json']) {
      expect(await statusOf(path), path).toBe(404)
      expect(await statusOf(`/ops${path}`), path).toBe(401)
    }
    const admin = await insertAdmin()
    const byPassword = await passOf(await service.as(admin))
    expect(await statusOf('/ops/docs/', { cookie: byPassword })).toBe(401)
    const given = { address: '', device: '', hasSecondFactor: true }
    const { token } = await openSession(admin, service.clock.now(), given)
    const cookie = await passOf(service.withToken(token))
    const page = await fetch(`${url}/ops/docs/`, { headers: { cookie } })
    expect(await page.text()).toContain('swagger-ui')
    expect(await statusOf('/ops/openapi.json', { cookie })).toBe(200)
    expect(await statusOf('/ops/nothing', { cookie })).toBe(404)
  })
})

describe('an unknown address', () => {
  it('below /api is a 404 in JSON, whatever the reader prefers', async () => {
    for (const path of ['/api', '/api/nothing', '/api/order', '/api/Product/gethomeproducts']) {
      const reply = await service.guest.request(path, { headers: { accept: 'text/html' } })
      expect(reply, path).toMatchObject({ status: 404, json: { code: 'not_found' } })
    }
  })

  it('that cannot be decoded is a 400, not a failure', async () => {
    expect((await service.guest.request('/api/item/%E0%A4%A')).status).toBe(400)
  })
})

describe('the queue board', () => {
  const change = { method: 'PUT', headers: {} as Record<string, string> }
  const pause = '/ops/queues/api/queues/maintenance/pause'

  const open = async (person: Person) => {
    const reply = await person.request('/api/ops/pass', { method: 'POST' })
    return { reply, cookie: (reply.headers.get('set-cookie') ?? '').split(';')[0] as string }
  }
  const visit = (cookie: string) =>
    service.guest.request('/ops/queues', { headers: { cookie: `other=1; ${cookie}` } })

  it('asks visitors to sign in', async () => {
    const page = await service.guest.request('/ops/queues')
    expect(page).toMatchObject({ status: 401, text: expect.stringContaining('/admin') })
    expect((await service.guest.request('/ops/queues/api/queues')).status).toBe(401)
  })

  it('opens for an admin with a pass for 15 minutes', async () => {
    const { reply, cookie } = await open(await service.as(await insertAdmin()))
    expect(reply.json).toMatchObject({ url: '/ops/queues' })
    expect(reply.headers.get('set-cookie')).toMatch(/Max-Age=900; Path=\/;.* HttpOnly; SameSite=Strict$/)
    expect(await visit(cookie)).toMatchObject({
      status: 200,
      text: expect.stringContaining('Jhatpat queues'),
    })
    const page = await visit(cookie)
    const base = /<base href="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const script = /<script[^>]+src="([^"]+)"/.exec(page.text)?.[1] ?? ''
    expect(page.headers.get('content-security-policy')).toContain("base-uri 'self'")
    const address = new URL(script, new URL(base, service.url)).pathname
    expect((await service.guest.request(address, { headers: { cookie } })).status, address).toBe(200)
    const { json } = await service.guest.request('/ops/queues/api/queues', { headers: { cookie } })
    expect((json.queues as { name: string }[]).map(({ name }) => name).sort()).toEqual([
      'catalogue',
      'fulfil-moogold',
      'fulfil-smilebr',
      'fulfil-smileph',
      'maintenance',
      'notifications',
      'payments',
    ])
    service.clock.advance(15 * 60_000 + 1)
    expect((await visit(cookie)).status).toBe(401)
  })

  it('gives others no pass, and accepts no forged or altered one', async () => {
    const customer = await service.as(await insertCustomer())
    expect((await open(customer)).reply.status).toBe(403)
    const { cookie } = await open(await service.as(await insertAdmin()))
    const [name, value = ''] = cookie.split('=')
    const [session, until, signature] = value.split('.')
    for (const forged of [
      'x',
      `${session}.${Number(until) + 1}.${signature}`,
      `${session}.${until}.x`,
      '..',
    ]) {
      expect((await visit(`${name}=${forged}`)).status, forged).toBe(401)
    }
  })

  it('closes when the session that requested it ends', async () => {
    const admin = await service.as(await insertAdmin())
    const { cookie } = await open(admin)
    expect((await visit(cookie)).status).toBe(200)
    await admin.request('/api/auth/logout', { method: 'POST' })
    expect((await visit(cookie)).status).toBe(401)
  })

  it('is closed to a former admin', async () => {
    const user = await insertAdmin()
    const { cookie } = await open(await service.as(user))
    const { UserModel } = await import('@jhatpat/shared/domain/accounts/index.ts')
    await UserModel.updateOne({ _id: user._id }, { role: 'user' })
    expect((await visit(cookie)).status).toBe(403)
  })

  it('is read-only: it changes no queue for any caller', async () => {
    const { cookie } = await open(await service.as(await insertAdmin()))
    const { json } = await service.guest.request('/ops/queues/api/queues', { headers: { cookie } })
    for (const queue of json.queues as { readOnlyMode: boolean }[]) expect(queue.readOnlyMode).toBe(true)
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    expect((await service.guest.request(pause, { ...change, headers })).status).toBe(403)
    expect(await service.deps.queues.all.maintenance.isPaused()).toBe(false)
  })

  it('changes queues where that is set, for its own page only, and logs it', async () => {
    const writable = await startApi({
      ...service.deps,
      env: { ...service.env, QUEUE_BOARD_WRITES: true },
    })
    const logged = vi.spyOn(service.deps.log, 'warn')
    try {
      const { maintenance } = service.deps.queues.all
      const { cookie } = await open(await service.as(await insertAdmin()))
      const request = (headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${writable.port}${pause}`, { method: 'PUT', headers: { cookie, ...headers } })
      for (const from of [
        {},
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', origin: service.env.PUBLIC_URL },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ]) {
        expect((await request(from as Record<string, string>)).status, JSON.stringify(from)).toBe(403)
      }
      expect(await maintenance.isPaused()).toBe(false)
      expect((await request({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
      expect(await maintenance.isPaused()).toBe(true)
      await maintenance.resume()
      expect((await request({ origin: service.env.PUBLIC_URL })).status).toBe(200)
      expect(logged.mock.calls.map(([line]) => line)).toContainEqual(
        expect.objectContaining({
          event: 'queue_change',
          role: 'admin',
          call: expect.stringContaining('pause'),
        }),
      )
      await maintenance.resume()
    } finally {
      logged.mockRestore()
      await writable.stop()
    }
  })
})
