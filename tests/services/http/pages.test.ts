import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib'
import { appVersion } from '@jhatpat/shared/platform/app-version.ts'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceWorkerSwitch } from '../../../api/src/web/site-files.ts'
import { webApps } from '../../../api/src/web/web-apps.ts'
import { precompress } from '../../../scripts/launcher/precompress.ts'
import { type Person, personOf } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertTestProduct } from '../catalogue/catalogue-factory.ts'

const publicUrl = 'https://shop.example'
const script = `"a script"\n${'// it goes on\n'.repeat(200)}`

let service: Service
let folder: string
let visitor: Person
let close: () => void
beforeAll(async () => {
  service = await startService({ env: { PUBLIC_URL: publicUrl } })
  folder = await mkdtemp(join(tmpdir(), 'jhatpat-apps-'))
  const shopPage = await readFile(new URL('../../../storefront/index.html', import.meta.url), 'utf8')
  for (const [app, page] of [
    ['storefront', shopPage],
    ['admin', '<title>admin</title><body>'],
  ] as const) {
    await mkdir(join(folder, app, 'assets'), { recursive: true })
    await mkdir(join(folder, app, '.vite'))
    await writeFile(join(folder, app, 'index.html'), page)
    await writeFile(join(folder, app, 'assets/index-a1b2.js'), script)
    await writeFile(join(folder, app, 'icon.svg'), '<svg/>')
    await writeFile(join(folder, app, 'service-worker.js'), '"the worker"')
    await writeFile(join(folder, app, 'service-worker-off.js'), '"takes all back"')
    await writeFile(join(folder, app, '.vite/manifest.json'), '{}')
    await mkdir(join(folder, app, '.git'))
    await writeFile(join(folder, app, '.git/config'), '[core]')
    await precompress(join(folder, app))
  }
  const at = (app: string) => join(folder, app)
  const server = express()
    .use(webApps(service.deps, { folders: { storefront: at('storefront'), admin: at('admin') }, cacheMs: 0 }))
    .listen(0)
  visitor = personOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  close = () => server.close()
  origin = server.address() as AddressInfo
})
afterAll(async () => {
  close()
  await rm(folder, { recursive: true })
  await service.stop()
})
let origin: AddressInfo

const open = (path: string, accept = 'text/html,*/*') => visitor.request(path, { headers: { accept } })

type Raw = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Sends exactly these headers and no others, and returns the raw bytes. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    ask({ port: origin.port, path, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const version = appVersion({ APP_REVISION: '' })

describe('the page of a mailed link', () => {
  it.each(['verification', 'reset_password', 'invitation'])(
    'is never cached, does not contain its token, and sends it to no other address: %s',
    async (page) => {
      const { status, headers, text } = await open(`/${page}/665000000000000000000001/s3cret-token`)
      expect(status).toBe(200)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(text).toContain('<div id="root">')
      expect(text).not.toContain('s3cret-token')
    },
  )
})

describe('a page', () => {
  it('is sent for every address of its app, and revalidated each time', async () => {
    for (const path of ['/', '/home', '/confirmation?client_txn_id=JP1', '/checkverification']) {
      const page = await open(path)
      expect(page, path).toMatchObject({ status: 200, text: expect.stringContaining('<div id="root">') })
      expect(page.headers.get('cache-control')).toBe('no-cache')
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
    for (const path of ['/admin', '/admin/', '/admin/orders']) {
      expect(await open(path), path).toMatchObject({
        status: 200,
        text: `<title>admin</title><body data-version="Version ${version}">`,
      })
    }
  })

  it('is sent to every client that does not ask for JSON: link previews, uptime checks, curl, HEAD', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'text/*' }, { accept: 'text/plain' }]) {
      const page = await raw('/', headers as Record<string, string>)
      expect(page.status, JSON.stringify(headers)).toBe(200)
      expect(page.body.toString()).toContain('<div id="root">')
      expect(page.headers.vary).toContain('Accept')
    }
    const head = await raw('/', {}, 'HEAD')
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) })
    expect(Number(head.headers['content-length'])).toBeGreaterThan(500)
    for (const accept of ['application/json', 'application/json, text/plain, */*']) {
      const program = await raw('/home', { accept })
      expect(program.status, accept).toBe(404)
      expect(program.headers.vary).toContain('Accept')
    }
    const posted = await visitor.request('/home', { method: 'POST', headers: { accept: 'text/html' } })
    expect(posted.status).toBe(404)
  })

  it('of the shop has its name and card for link previews', async () => {
    const { text } = await open('/')
    expect(text).toContain('<meta property="og:title" content="Jhatpat: game top-ups, recharges and OTTs" />')
    expect(text).toContain('<meta property="og:image" content="https://shop.example/art/share.png" />')
    const canonical = async (path: string) =>
      /rel="canonical" href="([^"]*)"/.exec((await open(path)).text)?.[1]
    expect(await canonical('/home')).toBe('https://shop.example/')
    expect(await canonical('/refund-policy')).toBe('https://shop.example/refund-policy')
    expect((await raw('//evil.example/x', { accept: 'text/html' })).body.toString()).toContain(
      'rel="canonical" href="https://shop.example//evil.example/x"',
    )
    expect(text.match(/name="description"/g)).toHaveLength(1)
    expect(text.match(/<title>/g)).toHaveLength(1)
  })

  it('of a product has its name and picture', async () => {
    const product = await insertTestProduct({
      name: 'Mobile Legends',
      imgpath: '/media/ml.webp',
      isApi: true,
    })
    for (const path of [`/product/${product._id}`, `/product/${product._id}/`]) {
      const { status, text } = await open(path, '*/*')
      expect(status).toBe(200)
      expect(text).toContain('<title>Mobile Legends top-up · Jhatpat</title>')
      expect(text).toContain('<meta property="og:title" content="Mobile Legends top-up · Jhatpat" />')
      expect(/og:image" content="([^"]+)"/.exec(text)?.[1]).toBe('https://shop.example/media/ml.webp')
      expect(text).toContain(`og:url" content="https://shop.example/product/${product._id}"`)
      expect(text).toContain('Instant delivery')
    }
    const drawn = await insertTestProduct({ imgpath: '/media/ml.svg' })
    const images = [...(await open(`/product/${drawn._id}`)).text.matchAll(/og:image" content="([^"]+)"/g)]
    expect(images.map(([, address]) => address)).toEqual([
      'https://shop.example/art/share.png',
      'https://shop.example/media/ml.svg',
    ])
  })

  it('escapes admins’ texts in HTML and in patterns', async () => {
    const name = `"><script>alert(1)</script> $& $' ' &`
    const { _id } = await insertTestProduct({ name, imgpath: 'https://x.example/"><img src=x>.png' })
    const { text } = await open(`/product/${_id}`)
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img')
    const escaped = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $&#39; &#39; &amp;'
    expect(text).toContain(`<title>${escaped} top-up · Jhatpat</title>`)
    expect(text.match(/<div id="root">/g)).toHaveLength(1)
  })

  it('of a product that does not exist is the app with a 404', async () => {
    for (const id of ['no-such-game', '000000000000000000000000', '%E0%A4%A', '%00', 'x'.repeat(3_000)]) {
      const page = await open(`/product/${id}`)
      expect(page.status, id).toBe(404)
      expect(page.text).toContain('<div id="root">')
    }
  })

  it('is not sent for a missing script or picture', async () => {
    for (const path of ['/assets/index-old.js', '/admin/assets/index-old.js', '/art/gone.png', '/x.json']) {
      expect((await open(path)).status, path).toBe(404)
    }
  })
})

describe('an asset', () => {
  const asset = '/assets/index-a1b2.js'

  it.each([
    ['br, zstd, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['zstd', 'zstd'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['', undefined],
    ['identity', undefined],
  ])('is sent to clients that accept %j as %s, as the build compressed it', async (accepts, encoding) => {
    const reply = await raw(asset, accepts ? { 'accept-encoding': accepts } : {})
    expect(reply.status).toBe(200)
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(reply.headers.vary).toContain('Accept-Encoding')
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(Number(reply.headers['content-length'])).toBe(reply.body.length)
    if (encoding === 'br') expect(brotliDecompressSync(reply.body).toString()).toBe(script)
    if (encoding === 'zstd') expect(zstdDecompressSync(reply.body).toString()).toBe(script)
    if (encoding === undefined) expect(reply.body.toString()).toBe(script)
  })

  it('has an ETag for each encoding, and is not sent again to a client that has it', async () => {
    const plain = await raw(asset)
    const packed = await raw(asset, { 'accept-encoding': 'br' })
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    const again = await raw(asset, {
      'accept-encoding': 'br',
      'if-none-match': String(packed.headers.etag),
    })
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) })
    expect((await raw(asset, { 'if-none-match': String(packed.headers.etag) })).status).toBe(200)
  })

  it('is cached for good; files with changing content are revalidated', async () => {
    const admin = await raw(`/admin${asset}`)
    expect(admin.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await raw('/icon.svg')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'image/svg+xml',
    })
  })

  it('is a file of the build only: nothing outside the folder, no build notes, no compressed file by name', async () => {
    for (const path of ['/..%2f..%2fpackage.json', '/admin/..%2f..%2f..%2fetc/passwd', '/%2e%2e/x']) {
      const { text } = await open(path)
      expect(text, path).not.toContain('root:')
      expect(text, path).not.toContain('workspaces')
    }
    for (const path of ['/.vite/manifest.json', `${asset}.br`, `${asset}.zst`]) {
      expect((await open(path)).status, path).toBe(404)
    }
  })

  it('is no file of source control, and no folder list', async () => {
    for (const path of ['/.git/config', '/.git/', '/admin/.git/config', '/assets/', '/art/']) {
      const { text } = await open(path)
      expect(text, path).not.toContain('[core]')
      expect(text, path).not.toContain('index-a1b2.js')
    }
  })
})

describe('the service worker', () => {
  const worker = async (SERVICE_WORKER: 'on' | 'off') => {
    const folders = { storefront: join(folder, 'storefront'), admin: join(folder, 'admin') }
    const server = express()
      .use(serviceWorkerSwitch({ SERVICE_WORKER }))
      .use(webApps(service.deps, { folders }))
      .listen(0)
    const { port } = server.address() as AddressInfo
    const reply = await fetch(`http://127.0.0.1:${port}/service-worker.js`)
    const received = { status: reply.status, headers: reply.headers, text: await reply.text() }
    server.close()
    return received
  }

  it('is revalidated each time, as a script', async () => {
    const { status, headers, text } = await worker('on')
    expect([status, text]).toEqual([200, '"the worker"'])
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  it('is one that removes itself while SERVICE_WORKER is off', async () => {
    const { status, headers, text } = await worker('off')
    expect([status, text]).toEqual([200, '"takes all back"'])
    expect(headers.get('cache-control')).toBe('no-cache')
  })
})

describe('crawlers', () => {
  it('find in robots.txt their addresses and the sitemap', async () => {
    const { text, headers } = await service.guest.request('/robots.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toContain('Disallow: /admin\n')
    expect(text).toContain('Allow: /api/product/\n')
    expect(text).toContain('Sitemap: https://shop.example/sitemap.xml\n')
  })

  it('find every product in the sitemap, escaped', async () => {
    const product = await insertTestProduct()
    const { text, headers } = await service.guest.request('/sitemap.xml')
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(text).toContain('<loc>https://shop.example/</loc>')
    expect(text).toContain(`<loc>https://shop.example/product/${product._id}</loc>`)
  })
})

it('find in security.txt a contact for reports, valid until a future date', async () => {
  const { text } = await service.guest.request('/.well-known/security.txt')
  expect(text).toContain('Contact: mailto:security@jhatpat.test\n')
  expect(text).toContain('Canonical: https://shop.example/.well-known/security.txt\n')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now() + 24 * 3_600_000)
  expect(expires).toBeLessThan(Date.now() + 364 * 24 * 3_600_000)
})
