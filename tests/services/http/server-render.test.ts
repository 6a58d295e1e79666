import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eachProduct, itemsOfProduct } from '@jhatpat/shared/contracts/catalogue.ts'
import { delays } from '@jhatpat/shared/contracts/delays.ts'
import { ProductModel } from '@jhatpat/shared/domain/catalogue/index.ts'
import { IncidentModel, startIncident } from '@jhatpat/shared/domain/incidents/index.ts'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webApps } from '../../../api/src/web/web-apps.ts'
import { type Person, personOf } from '../../support/person.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { insertTestItem, insertTestProduct } from '../catalogue/catalogue-factory.ts'

/** Replaces the storefront's server build: renders the given data, and fails for one product. */
const drawing = `
export const renderPage = (path, known, reader) => {
  if (known.product?.name === 'Broken') throw new Error('cannot be drawn')
  return '<main>' + JSON.stringify({ path, reader, name: known.product?.name.length }) + '</main>'
}
export const scriptsOf = (path) => (/^\\/(product|login|$)/.test(path) ? ['src/screen.tsx'] : [])
`
const manifest = {
  'index.html': { file: 'assets/index-1.js', imports: ['_base.js'] },
  '_base.js': { file: 'assets/base-1.js' },
  'src/screen.tsx': { file: 'assets/screen-1.js', imports: ['_base.js', '_desk.js'] },
  '_desk.js': { file: 'assets/desk-1.js' },
}

let service: Service
let folder: string
let visitor: Person
let returningVisitor: Person
const personAt = (server: Server) => personOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
let close: () => void
beforeAll(async () => {
  service = await startService({})
  folder = await mkdtemp(join(tmpdir(), 'jhatpat-first-paint-'))
  await mkdir(join(folder, '.vite'))
  await mkdir(join(folder, '.server'))
  await writeFile(
    join(folder, 'index.html'),
    '<title>t</title><body><div id="root"></div><template id="scripts"></template></body>',
  )
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, '.server/package.json'), '{"type":"module"}')
  await writeFile(join(folder, '.server/server-render.js'), drawing)
  const folders = { storefront: folder, admin: join(folder, 'none') }
  const serve = (keptMs: number) =>
    express()
      .use(webApps(service.deps, { folders, cacheMs: keptMs }))
      .listen(0)
  const [server, keeping] = [serve(0), serve(60_000)]
  visitor = personAt(server)
  returningVisitor = personAt(keeping)
  close = () => {
    server.close()
    keeping.close()
  }
})
afterAll(async () => {
  close()
  await rm(folder, { recursive: true })
  await service.stop()
})

const open = async (path: string, cookie = '', who = visitor) =>
  who.request(path, { headers: { accept: 'text/html', ...(cookie && { cookie }) } })
const openAsReturning = (path: string, cookie = '') => open(path, cookie, returningVisitor)
const initialDataOf = (page: string) => JSON.parse(/id="known">([^<]*)</.exec(page)?.[1] ?? 'null')

describe('a page with its first render', () => {
  it('has it where the app renders, and lists the scripts with which the app continues', async () => {
    const { text, headers } = await open('/login')
    expect(text).toContain('<div id="root"><div class="first"><main>')
    const preloaded = [...text.matchAll(/rel="modulepreload" crossorigin href="([^"]*)"/g)].map(
      ([, path]) => path,
    )
    expect(preloaded).toEqual(['/assets/screen-1.js', '/assets/desk-1.js'])
    expect(headers.get('vary')).toContain('Cookie')
  })

  it('contains a product and its items as their calls return them, escaped in HTML', async () => {
    const name = 'A</script><script>alert(1)</script>$&'
    const item = await insertTestItem()
    const { _id } = await insertTestProduct({ name, items: [item._id] })
    const { text } = await open(`/product/${_id}`)
    expect(text).not.toContain('<script>alert')
    const initialData = initialDataOf(text)
    expect(initialData.product.name).toBe(name)
    const stranger = personOf(service.url)
    expect(initialData.product).toEqual(await stranger.call(eachProduct, { params: { id: _id } }))
    expect(initialData.items).toEqual(await stranger.call(itemsOfProduct, { params: { productId: _id } }))
    stranger.close()
  })

  it('includes data that takes longer for now, so that the first render has it', async () => {
    const actor = { userId: 'meera', name: 'Meera' }
    const { _id } = await startIncident(service.deps, actor, {
      scope: 'MOOGOLD',
      reason: 'No answers',
      nextUpdateInMinutes: 30,
      en: 'Takes longer <now>.',
      hi: 'अभी देर हो रही है।',
    })
    const stranger = personOf(service.url)
    const notices = await stranger.call(delays, {})
    expect(notices).toMatchObject([{ en: 'Takes longer <now>.' }])
    const product = await insertTestProduct({ name: 'Late one' })
    for (const path of ['/', `/product/${product._id}`]) {
      expect(initialDataOf((await open(path)).text).delays).toEqual(notices)
    }
    await IncidentModel.deleteOne({ _id })
    expect(initialDataOf((await open('/')).text).delays).toEqual([])
    stranger.close()
  })

  it('is rendered for its reader: a member, Hindi, and nothing else from a cookie', async () => {
    const readerFor = async (cookie: string) => (await open('/login', cookie)).text
    expect(await readerFor('a=b; member=1; language=hi')).toContain('{"isMember":true,"language":"hi"}')
    expect(await readerFor('__Host-member=1; __Host-language=hi')).toContain(
      '{"isMember":true,"language":"hi"}',
    )
    expect(await readerFor('member=2; language=<b>')).toContain('{"isMember":false,"language":"en"}')
  })

  it('is rendered again once its data has changed', async () => {
    const { _id } = await insertTestProduct({ name: 'Ten chars.' })
    expect((await open(`/product/${_id}`)).text).toContain('"name":10')
    await ProductModel.updateOne({ _id }, { $set: { name: 'Twelve chars' } })
    expect((await open(`/product/${_id}`)).text).toContain('"name":12')
  })

  it('is sent without a render where rendering fails, and where the address shows another page', async () => {
    const { _id } = await insertTestProduct({ name: 'Broken' })
    const broken = await open(`/product/${_id}`)
    expect(broken).toMatchObject({ status: 200, text: expect.stringContaining('<div id="root"></div>') })
    for (const path of ['/home?q=free', '/?state=x', '/?plain', '/wallet', '/verification/1/s3cret'])
      expect((await open(path)).text, path).toContain('<div id="root"></div>')
  })

  it('is rendered once for all visitors within a few seconds', async () => {
    const { _id } = await insertTestProduct({ name: 'Kept texts' })
    const path = `/product/${_id}`
    const reads = await queriesOf(ProductModel, async () => {
      const pages = await Promise.all(Array.from({ length: 100 }, () => openAsReturning(path)))
      expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
    })
    expect(reads.length).toBeLessThanOrEqual(2)
    await ProductModel.updateOne({ _id }, { $set: { name: 'Kept texts x' } })
    expect((await openAsReturning(path)).text).toContain('"name":10')
    expect((await openAsReturning(path, 'member=1')).text).toContain('"isMember":true')
  })
})
