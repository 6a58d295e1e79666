import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { InitialData, RenderPage } from '@jhatpat/shared/contracts/initial-data.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGallery, makeItem, makeProduct } from '../../tests/screens/shop-fixture.ts'

const storefront = path.resolve(import.meta.dirname, '..')
const vite = path.resolve(storefront, '../node_modules/vite/bin/vite.js')
const config = path.join(storefront, 'vite.server.config.ts')
const run = promisify(execFile)
const env = { NODE_ENV: 'production' }

const guest = { isMember: false, language: 'en' } as const
const member = { ...guest, isMember: true } as const
const product = makeProduct({ name: 'Mobile <Legends>' })
const many = Array.from({ length: 12 }, (_, n) =>
  makeProduct({ _id: `p${n}`, imgpath: `/media/trend-${n + 1}.svg` }),
)
const home: InitialData = {
  homeProducts: { trending: [product, ...many], instantGames: [], games: [product], ott: [], others: [] },
  homeGallery: makeGallery(),
}
const delay = {
  products: ['x'],
  isReleased: false,
  since: '2026-11-21T15:00:00.000Z',
  nextUpdateAt: '2026-11-21T16:00:00.000Z',
  en: 'Mobile Legends takes longer.',
  hi: 'अभी देर हो रही है।',
}

const asked = {
  home: ['/', home, guest],
  'home of a member': ['/', home, member],
  'home in Hindi': ['/', home, { ...guest, language: 'hi' }],
  'home with a delay': ['/', { ...home, delays: [delay] }, guest],
  'a product with a delay, in Hindi': [
    '/product/x',
    { product, items: [], delays: [delay, { ...delay, products: ['y'], hi: 'कहीं और।' }] },
    { ...guest, language: 'hi' },
  ],
  product: ['/product/x', { product, items: [makeItem({ name: '86 Diamonds' })] }, guest],
  'a product with a sold-out item': [
    '/product/x',
    { product, items: [makeItem(), makeItem({ inStock: false })] },
    guest,
  ],
  login: ['/login', {}, guest],
  order: ['/confirmation', {}, member],
  pay: ['/pay', {}, member],
  'pay as a guest': ['/pay', {}, guest],
  'a product that could not be read in time': ['/product/x', {}, guest],
  'any other page': ['/wallet', {}, member],
} satisfies Record<string, Parameters<RenderPage>>

let drawn: Record<keyof typeof asked, string>
let outDir: string

/** Runs like the api: in a process without window, document and packages. */
beforeAll(async () => {
  outDir = await mkdtemp(path.join(tmpdir(), 'first-paint-'))
  await run(process.execPath, [vite, 'build', storefront, '--config', config, '--outDir', outDir], { env })
  // `Intl` objects keep a slow phone busy for 60 ms on first use.
  const script = `
    delete globalThis.Intl
    const { renderPage } = await import('./server-render.js')
    const asked = Object.entries(${JSON.stringify(asked)})
    console.log(JSON.stringify(Object.fromEntries(asked.map(([name, all]) => [name, renderPage(...all) ?? 'nothing']))))`
  const ran = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: outDir, env })
  expect(ran.stderr).toBe('')
  drawn = JSON.parse(ran.stdout)
}, 120_000)
afterAll(() => rm(outDir, { recursive: true, force: true }))

describe('the server’s render of a page', () => {
  it('is home with its banner, its products and its footer, before the page’s script has run', () => {
    expect(drawn.home).toContain('Mobile &lt;Legends&gt;')
    expect(drawn.home).toMatch(/<img[^>]*fetchPriority="high"/i)
    expect(drawn.home).toContain('<a href="/login"')
    expect(drawn.home).toContain('© 2024')
  })

  it('fetches nothing for the later banner slides', () => {
    const slides = drawn.home.split('aria-roledescription="slide"')
    expect(slides).toHaveLength(4)
    expect(slides[1]).toContain('src="/media/one-wide.svg"')
    expect(drawn.home).not.toMatch(/two-(wide|mobile)|three-(wide|mobile)/)
  })

  it('has the Trending pictures of a wide screen, and empty boxes for the others', () => {
    expect(drawn.home.match(/class="art"/g)).toHaveLength(14)
    expect(drawn.home.match(/trend-\d+\.svg/g)).toHaveLength(7)
  })

  it('is a product with its items and the room of BUY NOW', () => {
    expect(drawn.product).toContain('<h1 class="d1"')
    expect(drawn.product).toContain('86 Diamonds')
    expect(drawn.product).toContain('buy-button')
  })

  it('keeps the colours of items that wait for the script, and dims those alone that are sold out', () => {
    const shownItems = drawn['a product with a sold-out item'].match(/<button[^>]*class="item[^>]*>/g) ?? []
    expect(shownItems.map((item) => [item.includes('disabled'), item.includes('sold-out')])).toEqual([
      [true, false],
      [true, true],
    ])
  })

  it('shows delays above the page, so that nothing moves when the script has loaded', () => {
    const home = drawn['home with a delay']
    expect(home.indexOf('Mobile Legends takes longer. Next update by 9:30 pm.')).toBeGreaterThan(0)
    expect(home.indexOf('Mobile Legends takes longer.')).toBeLessThan(home.indexOf('<main'))
    expect(drawn['a product with a delay, in Hindi']).toContain('अभी देर हो रही है। अगला अपडेट रात 9:30 तक।')
    expect(drawn['a product with a delay, in Hindi']).not.toContain('कहीं और।')
    expect(drawn.home).not.toContain('class="offline delay"')
  })

  it.each(['login', 'order', 'pay'] as const)('exists for %s', (page) => {
    expect(drawn[page]).toContain('<main')
  })

  it('disables every control that needs the script, and has no style that the policy forbids', () => {
    const waiting = drawn.login.match(/<(button|input|select|textarea)\b[^>]*>/g) ?? []
    expect(waiting.length).toBeGreaterThan(2)
    for (const tag of waiting) expect(tag).toContain('disabled')
    for (const page of Object.values(drawn)) expect(page).not.toMatch(/\sstyle="/)
  })

  it('names no user, and shows no login link to a signed-in user', () => {
    expect(drawn['home of a member']).toContain('User menu of')
    expect(drawn['home of a member']).not.toContain('href="/login"')
  })

  it('is in Hindi for readers of Hindi', () => {
    expect(drawn['home in Hindi']).toMatch(/[\u0900-\u097f]{4}/)
    expect(drawn.home).not.toBe(drawn['home in Hindi'])
  })

  it.each(['pay as a guest', 'a product that could not be read in time', 'any other page'] as const)(
    'does not exist for %s',
    (page) => {
      expect(drawn[page]).toBe('nothing')
    },
  )
})
