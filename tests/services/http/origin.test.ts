import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anAdmin, aUser } from '@jhatpat/shared/testing/people.ts'
import { type Person, personOf } from '@jhatpat/shared/testing/person.ts'
import { type Service, startService } from '@jhatpat/shared/testing/service-harness.ts'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webApps } from '../../../api/src/web-apps.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('health', () => {
  it('says at /healthz that the process lives, and at /readyz what it needs', async () => {
    const version = expect.stringMatching(/^\d+\.\d+\.\d+$/)
    expect((await service.nobody.request('/healthz')).json).toEqual({ status: 'ok', version })
    expect(await service.nobody.request('/readyz')).toMatchObject({
      status: 200,
      json: { status: 'ok', version, checks: { mongodb: 'ok', redis: 'ok' } },
    })
  })
})

describe('the headers', () => {
  it('let pages run our own scripts only, and be framed by nobody', async () => {
    const { headers } = await service.nobody.request('/healthz-not')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-powered-by')).toBeNull()
  })

  it('allow inline styles on the API reference alone', async () => {
    const docs = await service.nobody.request('/docs/')
    expect(docs.headers.get('content-security-policy')).toContain("style-src 'self' 'unsafe-inline'")
    expect(docs.headers.get('content-security-policy')).toContain("script-src 'self';")
  })
})

describe('an unknown address', () => {
  it('below /api is a 404 in JSON, whatever the reader prefers', async () => {
    for (const path of ['/api', '/api/nothing', '/api/order', '/api/Product/gethomeproducts']) {
      const reply = await service.nobody.request(path, { headers: { accept: 'text/html' } })
      expect(reply, path).toMatchObject({ status: 404, json: { code: 'not_found' } })
    }
  })

  it('that cannot be decoded is a 400, not a failure', async () => {
    expect((await service.nobody.request('/api/item/%E0%A4%A')).status).toBe(400)
  })
})

describe('the queue board', () => {
  const open = async (person: Person) => {
    const reply = await person.request('/api/ops/pass', { method: 'POST' })
    return { reply, cookie: (reply.headers.get('set-cookie') ?? '').split(';')[0] as string }
  }
  const visit = (cookie: string) =>
    service.nobody.request('/ops/queues', { headers: { cookie: `other=1; ${cookie}` } })

  it('asks visitors to sign in', async () => {
    const page = await service.nobody.request('/ops/queues')
    expect(page).toMatchObject({ status: 401, text: expect.stringContaining('/admin') })
    expect((await service.nobody.request('/ops/queues/api/queues')).status).toBe(401)
  })

  it('opens for an admin with a pass for 15 minutes', async () => {
    const { reply, cookie } = await open(await service.as(await anAdmin()))
    expect(reply.json).toMatchObject({ url: '/ops/queues' })
    expect(reply.headers.get('set-cookie')).toMatch(/Max-Age=900; Path=\/ops;.* HttpOnly; SameSite=Strict$/)
    expect(await visit(cookie)).toMatchObject({
      status: 200,
      text: expect.stringContaining('Jhatpat queues'),
    })
    const page = await visit(cookie)
    const base = /<base href="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const script = /<script[^>]+src="([^"]+)"/.exec(page.text)?.[1] ?? ''
    expect(page.headers.get('content-security-policy')).toContain("base-uri 'self'")
    const address = new URL(script, new URL(base, service.url)).pathname
    expect((await service.nobody.request(address, { headers: { cookie } })).status, address).toBe(200)
    const { json } = await service.nobody.request('/ops/queues/api/queues', { headers: { cookie } })
    expect((json.queues as { name: string }[]).map(({ name }) => name).sort()).toEqual([
      'fulfil-smilebr',
      'fulfil-smileph',
      'fulfil-moogold',
      'maintenance',
      'notifications',
      'payments',
    ])
    service.clock.advance(15 * 60_000 + 1)
    expect((await visit(cookie)).status).toBe(401)
  })

  it('gives others no pass, and takes none that was made up or altered', async () => {
    const customer = await service.as(await aUser())
    expect((await open(customer)).reply.status).toBe(403)
    const { cookie } = await open(await service.as(await anAdmin()))
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

  it('closes when the session it was asked for ends', async () => {
    const admin = await service.as(await anAdmin())
    const { cookie } = await open(admin)
    expect((await visit(cookie)).status).toBe(200)
    await admin.request('/api/auth/logout', { method: 'POST' })
    expect((await visit(cookie)).status).toBe(401)
  })

  it('is closed to someone who is no admin any more', async () => {
    const user = await anAdmin()
    const { cookie } = await open(await service.as(user))
    const { SessionModel } = await import('@jhatpat/shared/domain/accounts/index.ts')
    await SessionModel.updateMany({ userId: user._id }, { role: 'user' })
    expect((await visit(cookie)).status).toBe(403)
  })
})

describe('the built apps', () => {
  let folder: string
  let browser: Person
  let close: () => void
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'jhatpat-apps-'))
    for (const app of ['storefront', 'admin']) {
      await mkdir(join(folder, app, 'assets'), { recursive: true })
      await writeFile(join(folder, app, 'index.html'), `<title>${app}</title>`)
      await writeFile(join(folder, app, 'assets/index-a1b2.js'), `"${app}"`)
      await writeFile(join(folder, app, 'icon.svg'), '<svg/>')
    }
    const at = (app: string) => join(folder, app)
    const server = express()
      .use(webApps({ storefront: at('storefront'), admin: at('admin') }))
      .listen(0)
    browser = personOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    close = () => server.close()
  })
  afterAll(async () => {
    close()
    await rm(folder, { recursive: true })
  })
  const open = (path: string) => browser.request(path, { headers: { accept: 'text/html,*/*' } })

  it('answer every page address with their own page, asked for again each time', async () => {
    for (const path of ['/', '/home', '/product/mlbb', '/confirmation?client_txn_id=JP1']) {
      const page = await open(path)
      expect(page, path).toMatchObject({ status: 200, text: '<title>storefront</title>' })
      expect(page.headers.get('cache-control')).toBe('no-cache')
    }
    for (const path of ['/admin', '/admin/', '/admin/orders']) {
      expect(await open(path), path).toMatchObject({ status: 200, text: '<title>admin</title>' })
    }
  })

  it('have assets that are kept for good, and other files that are not', async () => {
    const script = await browser.request('/admin/assets/index-a1b2.js')
    expect(script).toMatchObject({ status: 200, text: '"admin"' })
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await browser.request('/icon.svg')).headers.get('cache-control')).toBe('no-cache')
  })

  it('do not answer a missing script, or a program, with a page', async () => {
    expect((await open('/assets/index-old.js')).status).toBe(404)
    expect((await open('/admin/assets/index-old.js')).status).toBe(404)
    expect((await browser.request('/home', { headers: { accept: 'application/json' } })).status).toBe(404)
    expect(
      (await browser.request('/home', { method: 'POST', headers: { accept: 'text/html' } })).status,
    ).toBe(404)
  })

  it('keep what lies outside their folders to themselves', async () => {
    for (const path of ['/..%2f..%2fpackage.json', '/admin/..%2f..%2f..%2fetc/passwd', '/%2e%2e/x']) {
      expect((await open(path)).text, path).not.toContain('root:')
      expect((await open(path)).text, path).not.toContain('workspaces')
    }
  })
})
