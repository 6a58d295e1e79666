import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import type { Incident } from '@jhatpat/shared/contracts/incidents.ts'
import type { Page } from '@playwright/test'
import { incidentScreen, showDelay } from './incident-screenshots.ts'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

const message = {
  en: 'UPI payments are paused just now. Wallets work, and what you have paid is safe.',
  hi: 'UPI भुगतान अभी रुके हुए हैं। वॉलेट चल रहा है, और आपका दिया पैसा सुरक्षित है।',
}
const open: Partial<Incident> = {
  id: 'upigateway:1',
  scope: 'upigateway',
  reason: 'The gateway is unavailable',
  message,
  held: { orders: 0, value: 0, oldestAt: null },
  refunded: { orders: 0, value: 0 },
  log: [
    { at: new Date().toISOString(), by: 'Meera', event: 'started', detail: 'The gateway is unavailable' },
  ],
}

/** A server's reply that UPI is switched off, for the back office and the shop. */
export function upiScreenshots(): Screenshot[] {
  const on = { button: 'End, and take UPI again', open }
  return [
    incidentScreen({ name: 'upi', ...on }),
    incidentScreen({ name: 'upi-start', button: 'Start now', query: '?off=upigateway' }),
    {
      ...incidentScreen({ name: 'upi-strip', ...on }),
      path: '/admin/txn',
      prepare: (page) => page.getByText(/^UPI payments by .* are switched off/).waitFor(),
    },
    ...[shop('home', '/home'), product, late, short].flatMap((screenshot) => [
      screenshot,
      { ...screenshot, name: `${screenshot.name}-hi`, inHindi: true as const },
    ]),
    topUp,
  ]
}

const shop = (name: string, path: string, when: 'known' | 'late' = 'known'): Screenshot => ({
  name: `upi-${name}`,
  who: 'asha',
  path,
  folder: everyPicture,
  browser: (context) =>
    showDelay(context, when, { ...message, products: [], isUpiPaused: true } satisfies Partial<Delay>),
  prepare: (page) => page.locator('.delay').first().waitFor(),
})

const isOff = (page: Page) => page.locator('.choice:disabled').first().waitFor()
const product: Screenshot = { ...shop('product', '/product/mobile-legends'), prepare: isOff }
const late: Screenshot = { ...shop('product-late', '/product/mobile-legends', 'late'), prepare: isOff }
/** No payment method is available: UPI is off, and the wallet's balance is too low for the chosen item. */
const short: Screenshot = {
  ...product,
  name: 'upi-product-short',
  browser: async (context) => {
    await product.browser?.(context)
    await context.route('**/api/wallet/getbalance/*', (route) => route.fulfill({ json: { balance: 12.5 } }))
  },
  prepare: async (page) => {
    await isOff(page)
    await page.getByRole('radio', { name: '257 Diamonds' }).click()
    await page.locator('.short').first().waitFor()
  },
}
const topUp: Screenshot = {
  ...shop('topup', '/topup'),
  prepare: (page) => page.getByText('Nothing can be topped up').waitFor(),
}
