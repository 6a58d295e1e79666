import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import type { Who } from '../e2e/kit/session.ts'
import type { Screenshot } from './screenshot.ts'

/** The folder of pictures that are not in documents, to review all screens. */
export const everyPicture = resolve(import.meta.dirname, '../../.cache/pictures')

/** A screen that is loading, failed to load, and is offline. */
export function statesOf(screens: [name: string, who: Who, path: string][]): Screenshot[] {
  const states = ['loading', 'error', 'offline'] as const
  return screens.flatMap(([name, who, path]) =>
    states.map((state) => ({ name: `${name}-${state}`, who, path, state, folder: everyPicture })),
  )
}

const click = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()
const product = '/product/mobile-legends'

/** Dialogs and popovers, and the messages after a tap on BUY NOW with nothing filled in. */
export const dialogs: Screenshot[] = [
  {
    name: 'product-guide',
    who: 'asha',
    path: product,
    folder: everyPicture,
    prepare: click('How To Purchase ?'),
  },
  {
    name: 'product-help',
    who: 'asha',
    path: product,
    folder: everyPicture,
    prepare: click('Where do I find these? (?)'),
  },
  {
    name: 'product-missing',
    who: 'asha',
    path: product,
    folder: everyPicture,
    prepare: async (page) => {
      await page.getByRole('radiogroup', { name: 'Items' }).waitFor()
      await page.getByRole('button', { name: 'BUY NOW' }).filter({ visible: true }).click()
    },
  },
  { name: 'redeem', who: 'asha', path: '/redeem', folder: everyPicture },
  { name: 'redeem-none', who: 'ravi', path: '/redeem', folder: everyPicture },
  {
    name: 'redeem-done',
    who: 'asha',
    path: '/redeem',
    folder: everyPicture,
    prepare: async (page) => {
      await page.getByLabel('Points to redeem').fill('1')
      await page.getByRole('button', { name: 'Redeem' }).click()
      await page.getByText(/points redeemed\./).waitFor()
    },
  },
  { name: 'terms', who: 'visitor', path: '/terms-and-condition', folder: everyPicture },
  { name: 'privacy', who: 'visitor', path: '/privacypage', folder: everyPicture },
  { name: 'refunds', who: 'visitor', path: '/refund-policy', folder: everyPicture },
  { name: 'test', who: 'visitor', path: '/test', folder: everyPicture },
  { name: 'home-nothing-found', who: 'visitor', path: '/home?q=zzzz', folder: everyPicture },
  {
    name: 'popup',
    who: 'visitor',
    path: '/home',
    folder: everyPicture,
    prepare: async (page) => {
      await page.evaluate("localStorage.removeItem('popupClosedOn')")
      await page.reload()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'menu',
    who: 'asha',
    path: '/home',
    folder: everyPicture,
    prepare: async (page) => {
      const onPhone = page.getByRole('button', { name: 'Open menu' })
      if (await onPhone.isVisible()) await onPhone.click()
      else await page.getByRole('button', { name: /^User menu/ }).click()
    },
  },
]

const catalogueScreenshot = (name: string, path: string, prepare?: Screenshot['prepare']): Screenshot => ({
  name,
  who: 'meera',
  path: `/admin${path}`,
  folder: everyPicture,
  ...(prepare ? { prepare } : {}),
})

/** A different price each time, because the screenshots of all widths use one shop. */
const changeFirstPrice = (page: Page) =>
  page
    .getByLabel(/^Price of /)
    .first()
    .fill(`${90 + (Date.now() % 900) / 10}`)

async function applyFirstPrice(page: Page): Promise<void> {
  await changeFirstPrice(page)
  await page.getByRole('button', { name: 'Apply now' }).click()
  await page.getByText('Price updated successfully').first().waitFor()
}

/** Products, items, prices and the gallery in the back office. */
export const catalogueScreenshots: readonly Screenshot[] = [
  catalogueScreenshot('admin-prices', '/price', async (page) => {
    await page
      .getByLabel(/^Price of /)
      .first()
      .fill('105')
    await page
      .getByLabel(/^Resell price of /)
      .first()
      .fill('10o')
  }),
  catalogueScreenshot('admin-prices-time', '/price', async (page) => {
    await changeFirstPrice(page)
    await page.getByRole('button', { name: 'At a time…' }).click()
    await page.getByRole('dialog').waitFor()
  }),
  catalogueScreenshot('admin-prices-applied', '/price', applyFirstPrice),
  catalogueScreenshot('admin-prices-history', '/price', async (page) => {
    await applyFirstPrice(page)
    await changeFirstPrice(page)
    await page.getByRole('button', { name: 'At a time…' }).click()
    await page.getByRole('button', { name: /^Apply at/ }).click()
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByText('Waits').first().waitFor()
  }),
  catalogueScreenshot('admin-prices-held', '/price', askAboutHeld),
  catalogueScreenshot('admin-prices-back', '/price', async (page) => {
    await applyFirstPrice(page)
    await page.getByRole('button', { name: 'Roll back' }).click()
    await page.getByRole('list', { name: 'What would change' }).waitFor()
  }),
  catalogueScreenshot('admin-packs', '/supplierlists'),
  catalogueScreenshot('admin-packs-take', '/supplierlists', async (page) => {
    await page
      .getByRole('button', { name: /^Take over / })
      .first()
      .click()
    await page.getByLabel('An item there is').selectOption({ index: 1 })
  }),
  catalogueScreenshot('admin-products-delete', '/viewproducts', click('Delete Genshin Impact')),
  catalogueScreenshot('admin-product-create', '/createproduct', async (page) => {
    await page.getByLabel('Name').fill('Magic Chess: Go Go')
    await page.getByRole('button', { name: 'Create Product' }).click()
  }),
  catalogueScreenshot('admin-product-edit', '/editproduct/mobile-legends'),
  catalogueScreenshot('admin-items', '/viewitems?product=mobile-legends'),
  catalogueScreenshot('admin-items-edit', '/viewitems?product=mobile-legends', async (page) => {
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
  }),
  catalogueScreenshot('admin-item-create', '/createitems'),
  catalogueScreenshot('admin-gallery', '/admingallery'),
  catalogueScreenshot('admin-gallery-upload', '/admingallery', click('Upload image')),
  catalogueScreenshot('admin-gallery-delete', '/admingallery', async (page) => {
    await page
      .getByRole('button', { name: /^Delete / })
      .last()
      .click()
  }),
]

/** The public pages, and the pages of an account. */
export const pageScreenshots: Screenshot[] = [
  ...(
    [
      ['login', '/login'],
      ['register', '/register'],
      ['otplogin', '/otplogin'],
      ['otpverify', '/otpverify/9000000001'],
      ['forgetpassword', '/forgetpassword'],
      ['reset-password', '/reset_password/665000000000000000000001/t'],
      ['reset-corrupted', '/reset_password'],
      ['verification', '/verification/665000000000000000000001/t'],
      ['checkverification', '/checkverification'],
      ['not-found', '/nothing-here'],
    ] as const
  ).map(([name, path]): Screenshot => ({ name, who: 'visitor', path, folder: everyPicture })),
  ...(
    [
      ['account', '/dashboard'],
      ['devices', '/dashboard/devices'],
      ['orders', '/orders'],
      ['orders-nomatch', '/orders?q=nobody'],
      ['orders-range', '/orders?status=Completed&from=2026-11-01&to=2030-12-31'],
      ['wallet-nomatch', '/wallet?status=Refunded&type=Debit'],
      ['topup', '/topup'],
      ['balanceerror', '/balanceerror'],
    ] as const
  ).map(([name, path]): Screenshot => ({ name, who: 'asha', path, folder: everyPicture })),
  { name: 'orders-empty', who: 'imran', path: '/orders', folder: everyPicture },
  { name: 'account-fresh', who: 'imran', path: '/dashboard', folder: everyPicture },
  { name: 'no-admin', who: 'asha', path: '/admin', folder: everyPicture },
]

/** A receipt of a delivered and of a refunded order, and the first on paper. */
export function receiptScreenshots(completed: string, refunded: string): Screenshot[] {
  const screenshot = (name: string, id: string): Screenshot => ({
    name,
    who: 'asha',
    path: `/receipt?client_txn_id=${id}`,
    folder: everyPicture,
  })
  return [
    screenshot('receipt', completed),
    screenshot('receipt-refunded', refunded),
    {
      ...screenshot('receipt-print', completed),
      prepare: (page) => page.emulateMedia({ media: 'print' }),
    },
  ]
}

const at = '2026-11-21T18:30:00.000Z'
const price = (itemid: number, name: string, more: object) => ({
  itemid,
  name,
  field: 'discountedprice',
  from: 109,
  to: 100,
  result: 'pending',
  cost: 95.4,
  costBefore: 87.33,
  ...more,
})
const set = {
  id: 'JC261121K7Q2MDX4',
  state: 'partly',
  pending: 'open',
  by: 'Imran',
  reason: '',
  rollsBackId: '',
  rolledBackBy: '',
  createdAt: at,
  applyAt: at,
  endedAt: at,
  prices: [
    price(101, '86 Diamonds', {}),
    price(101, '86 Diamonds', { field: 'resellprice', from: 101, to: 97 }),
    price(103, 'Twilight Pass, with the bonus of the first week', {
      from: 799,
      to: 749,
      cost: 742,
      costBefore: 690,
    }),
  ],
}

/** The price sheet's confirmation; no supplier of the pictures' shop changes its prices. */
async function askAboutHeld(page: Page): Promise<void> {
  await page.route('**/admin/price-changes?only=pending', (route) =>
    route.fulfill({ json: { planned: [], pending: [set], sets: [], next: '' } }),
  )
  await page.reload()
  await page.getByRole('button', { name: 'Decide…' }).click()
  await page.getByRole('list', { name: 'What was held back' }).waitFor()
}
