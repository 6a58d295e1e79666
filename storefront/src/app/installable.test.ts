import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../..')
const read = (name: string) => readFile(path.join(folder, name))
const manifest = JSON.parse((await read('public/manifest.webmanifest')).toString())
const page = (await read('index.html')).toString()

it('is installed in the colours of the page', async () => {
  const tokens = (await read('../shared/ui/css/tokens.css')).toString()
  const [, ground = ''] = /--color-bg: (#\w+);/.exec(tokens) ?? []
  expect(ground).toMatch(/^#[0-9a-f]{6}$/)
  expect([manifest.background_color, manifest.theme_color]).toEqual([ground, ground])
  expect(page.toLowerCase()).toContain(`name="theme-color" content="${ground}"`)
})

it('has icons of the declared sizes, one of which a phone may crop', async () => {
  const pngs = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png')
  for (const { src, sizes } of pngs) {
    const bytes = await read(`public${src}`)
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
  }
  const purposes = pngs.map(({ purpose, sizes }: { purpose: string; sizes: string }) => `${purpose} ${sizes}`)
  expect(purposes).toEqual(expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 512x512']))
})

it('starts in the shop, whose page links the manifest and the icon of iPhones', async () => {
  expect(manifest).toMatchObject({ start_url: '/home', scope: '/', display: 'standalone', id: '/' })
  for (const address of ['/manifest.webmanifest', '/icons/apple-180.png']) {
    expect(page).toContain(`href="${address}"`)
    await expect(read(`public${address}`)).resolves.toBeTruthy()
  }
})
