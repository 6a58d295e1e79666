import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { transitionOrder } from '@jhatpat/shared/contracts/admin.ts'
import { processing } from '@jhatpat/shared/contracts/board.ts'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { istDay } from '@jhatpat/shared/platform/clock.ts'
import type { Page } from '@playwright/test'
import type { Shop, Wish } from '../../scripts/demo/shop.ts'

const folder = resolve(import.meta.dirname, '../../.cache/pictures')

/** MooGold's simulator delivers two codes to this player. */
const codes: Wish = {
  product: 'genshin-impact',
  item: '300 + 30 Genesis Crystals',
  input1: '20000010',
  input2: 'Asia',
  paymentmode: 'upi',
}
const login: Wish = {
  product: 'sitara-plus',
  item: 'Premium, 1 month',
  input1: 'asha@mail.test',
  input2: '9000000001',
  paymentmode: 'upi',
}

const reveal = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).click()

/** Orders with delivered codes: hidden, revealed, offline. */
export async function vaultScreenshots(shop: Shop) {
  const [withCodes, withLogin] = await Promise.all([delivered(shop, codes), manuallyDelivered(shop)])
  const screenshot = (name: string, id: string, prepare: (page: Page) => Promise<unknown>) => ({
    name: `vault-${name}`,
    who: 'asha' as const,
    folder,
    path: `/confirmation?client_txn_id=${id}`,
    prepare: async (page: Page) => {
      await page
        .getByRole('button', { name: /^Reveal/ })
        .first()
        .waitFor()
      await prepare(page)
    },
  })
  return [
    screenshot('hidden', withCodes, async () => undefined),
    screenshot('revealed', withCodes, async (page) => {
      await reveal(/^Reveal Code 1/)(page)
      await page.getByRole('button', { name: /^Copy Code 1/ }).waitFor()
    }),
    screenshot('login', withLogin, async (page) => {
      await reveal(/^Reveal E-mail/)(page)
      await page.getByRole('button', { name: 'Copy E-mail' }).waitFor()
    }),
    screenshot('offline', withCodes, async (page) => {
      await page.context().setOffline(true)
      await page.getByText('It is only shown while you are online').waitFor()
    }),
  ]
}

/** Buys an item and waits until it is delivered. */
export async function delivered(shop: Shop, wish: Wish): Promise<string> {
  const id = await shop.buy(wish)
  await shop.pay(id)
  const body = { client_txn_id: id, date: istDay(new Date()), key: 'storefront' }
  await until(async () => (await shop.customer.call(orderStatus, { body })).order.status === 'Completed')
  return id
}

async function manuallyDelivered(shop: Shop): Promise<string> {
  const id = await shop.buy(login)
  await shop.pay(id)
  await until(async () => (await shop.admin.call(processing)).some(({ orderid }) => orderid === id))
  const { version } = (await shop.admin.call(processing)).find(({ orderid }) => orderid === id)!
  const codes = [
    { label: 'E-mail', value: 'sitara.k41@mail.test' },
    { label: 'Password', value: 'kesari-42-mango' },
    { label: 'Profile PIN', value: '4711' },
  ]
  await shop.admin.call(transitionOrder, {
    params: { id },
    body: { to: 'Completed', version, codes },
    idempotencyKey: randomUUID(),
  })
  return id
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('what the vault’s pictures show was not delivered within 30 s')
    await new Promise((done) => setTimeout(done, 200))
  }
}
