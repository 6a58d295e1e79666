/**
 * `npm run pictures`: the screens at 360, 768 and 1440 px as they are drawn by a browser, into docs/pictures. The
 * shop runs on free ports and an empty folder, and is filled with what the screens are to show.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { claimOrder, processing } from '@jhatpat/shared/contracts/admin.ts'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { fillIn } from '../tests/e2e/kit/product-page.ts'
import { emailOf, password, phone, sessionOf, storageOf, type Who } from '../tests/e2e/kit/session.ts'
import { personOf } from '../tests/support/person.ts'
import { openShop, type Shop, type Wish } from './demo/shop.ts'
import { terminalReporter } from './launcher/reporter.ts'
import { type Stack, startStack } from './launcher/stack.ts'
import { runMain } from './refusal.ts'
import { provideChromium } from './testing/chromium.ts'

const folder = resolve(import.meta.dirname, '../docs/pictures')
const widths = [360, 768, 1440]
/** In pixels: a picture that is longer is cut off there. */
const tallest = 2_600

type Scene = {
  name: string
  who: Who
  path: string
  /** Makes the page what the picture is to show. */
  prepare?: (page: Page) => Promise<unknown>
}

const diamonds: Wish = {
  product: 'mobile-legends',
  item: '257 Diamonds',
  input1: '123456789',
  input2: '1234',
  paymentmode: 'upi',
}
const crystals: Wish = {
  product: 'genshin-impact',
  item: '300 + 30 Genesis Crystals',
  input1: '812000003',
  input2: 'Asia',
  paymentmode: 'upi',
}

await runMain(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'jhatpat-pictures-'))
  const env = {
    ...process.env,
    PORT: '',
    SUPPLIER_TIMEOUT_MS: '2000',
    PAYMENT_POLL_MS: '300,1000',
    PAYMENT_LOOK_GAP_MS: '200',
    // Nothing but a person settles what became of the unclear order that the board's picture shows.
    SMILE_ACCOUNT_SHARED: 'true',
  }
  const reporter = terminalReporter()
  const stack = await startStack({ dataDir, env, reporter })
  try {
    await mkdir(folder, { recursive: true })
    const scenes = await reporter.step('Filling the shop', () => fill(stack))
    await reporter.step('Taking pictures', () => takeAll(stack, scenes))
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

async function fill(stack: Stack): Promise<Scene[]> {
  const shop = await openShop(stack)
  await shop.set('moogold', { statuses: Array(200).fill('processing') })
  const unpaid = await shop.buy(diamonds)
  const completed = await paid(shop, diamonds)
  await paid(shop, { ...diamonds, input1: '10000004' })
  const unknown = await fillBoard(stack, shop)
  const moving = await paid(shop, crystals)
  shop.close()
  return [
    { name: 'home', who: 'visitor', path: '/home' },
    {
      name: 'product',
      who: 'asha',
      path: '/product/mobile-legends',
      prepare: (page) => fillIn(page, diamonds),
    },
    { name: 'pay', who: 'asha', path: `/pay?client_txn_id=${unpaid}` },
    confirmation('processing', moving),
    confirmation('completed', completed),
    { name: 'wallet', who: 'asha', path: '/wallet' },
    { name: 'dashboard', who: 'meera', path: '/admin', prepare: queryPoints },
    {
      name: 'board',
      who: 'meera',
      path: `/admin/orders?order=${unknown}`,
      prepare: (page) => page.getByRole('group', { name: /^Answers about/ }).waitFor(),
    },
  ]
}

async function queryPoints(page: Page): Promise<void> {
  for (const button of await page.getByRole('button', { name: /Query points/ }).all()) await button.click()
  await expect(page.getByText('Points fetched successfully')).toHaveCount(2)
}

function confirmation(status: string, id: string): Scene {
  const word = `${status.charAt(0).toUpperCase()}${status.slice(1)}`
  return {
    name: `confirmation-${status}`,
    who: 'asha',
    path: `/confirmation?client_txn_id=${id}`,
    prepare: (page) => page.locator('.oh .st', { hasText: word }).waitFor(),
  }
}

/** Orders that wait for an admin, one of them claimed; returns one whose outcome is unknown. */
async function fillBoard(stack: Stack, shop: Shop): Promise<string> {
  const byHand = [
    { product: 'sitara-plus', item: 'Premium, 1 month', input1: 'asha@mail.test', input2: '9000000001' },
    { product: 'free-fire', item: '310 + 31 Diamonds', input1: '2210045519', input2: 'AshaFF' },
    { product: 'valorant', item: '1,000 Points', input1: 'asha', input2: 'IND' },
  ] as const
  const unknown = await paid(shop, { ...diamonds, input1: '10000005' })
  const first = await paid(shop, { ...byHand[0], paymentmode: 'upi' })
  const rest = await Promise.all(byHand.slice(1).map((wish) => paid(shop, { ...wish, paymentmode: 'upi' })))
  await untilPending(shop, [first, unknown, ...rest])
  await shop.admin.call(claimOrder, { params: { id: unknown }, body: { action: 'claim' } })
  const imran = await secondAdmin(stack)
  await imran.call(claimOrder, {
    params: { id: first },
    body: { action: 'claim' },
    idempotencyKey: randomUUID(),
  })
  return unknown
}

async function secondAdmin({ url }: Stack) {
  const { token } = await personOf(url).call(login, { body: { email: emailOf('imran'), password } })
  return personOf(url, token)
}

async function paid(shop: Shop, wish: Wish): Promise<string> {
  const id = await shop.buy(wish)
  await shop.pay(id)
  return id
}

async function untilPending(shop: Shop, ids: string[]): Promise<void> {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const waiting = (await shop.admin.call(processing)).filter(({ attention }) => attention.kind !== 'trying')
    if (ids.every((id) => waiting.some(({ orderid }) => orderid === id))) return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the orders for the board’s picture did not get there within 20 s')
}

async function takeAll(stack: Stack, scenes: Scene[]): Promise<void> {
  const executablePath = await provideChromium(console.error)
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
  for (const scene of scenes) {
    for (const width of widths) await take(browser, stack, { scene, width })
  }
  await browser.close()
}

async function take(
  browser: Browser,
  { url }: Stack,
  { scene, width }: { scene: Scene; width: number },
): Promise<void> {
  const { name, who, path, prepare } = scene
  const context = await browser.newContext({
    ...(width < 768 ? phone : {}),
    viewport: { width, height: width < 768 ? 800 : 900 },
    baseURL: url,
    locale: 'en-IN',
    reducedMotion: 'reduce',
    storageState: storageOf(url, await sessionOf(url, who)),
  })
  const page = await context.newPage()
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await prepare?.(page)
  await allDrawn(page)
  // Bars that keep to the edge of the window belong at the end of the picture.
  const height = Math.min(await page.evaluate<number>('document.documentElement.scrollHeight'), tallest)
  await page.setViewportSize({ width, height })
  await page.evaluate('scrollTo(0, 0)')
  await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
  await context.close()
}

/** Also what would load only when one scrolls to it. */
async function allDrawn(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const isDrawn = "[...document.images].every((one) => ((one.loading = 'eager'), one.complete))"
  await expect.poll(() => page.evaluate(isDrawn), { timeout: 15_000 }).toBe(true)
  await page.evaluate('document.fonts.ready.then(() => true)')
}
