import type { Page } from '@playwright/test'
import mongoose from 'mongoose'
import type { Stack } from '../../scripts/launcher/stack.ts'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

/** Time since a late order was paid, in ms. */
const lateMs = 37 * 60_000

type Late = {
  /** Nothing arrives before a person acts. */
  manual: string
  /** The supplier has it. */
  atSupplier: string
}

/** A late order: the customer's choice, and its result. The orders become late here, at the end. */
export function lateScreenshots({ env }: Stack, { manual, atSupplier }: Late): Screenshot[] {
  const late = (name: string, id: string, choose?: string): Screenshot => ({
    name,
    who: 'asha',
    path: `/confirmation?client_txn_id=${id}`,
    folder: everyPicture,
    browser: () => makeLate(env.MONGODB_URI ?? '', id),
    prepare: async (page) => {
      await page.getByRole('region', { name: 'You choose' }).waitFor()
      if (choose) await chooseOnce(page, choose)
    },
  })
  return [
    late('late-offer', manual),
    {
      ...late('late-offer-hi', manual),
      inHindi: true,
      prepare: (page) => page.locator('.offer h2').waitFor(),
    },
    late('late-at-supplier', atSupplier),
    late('late-waits', manual, 'Wait for it'),
    late('late-refund-asked', atSupplier, 'Refund to wallet'),
  ]
}

/** At the next width it is chosen already. */
async function chooseOnce(page: Page, name: string): Promise<void> {
  const button = page.locator('.opt', { hasText: name })
  if (await button.isVisible()) await button.click()
  await page
    .getByRole('region', { name: 'You choose' })
    .getByText(/^You chose/)
    .waitFor()
}

async function makeLate(uri: string, orderid: string): Promise<void> {
  const database = await mongoose.createConnection(uri).asPromise()
  try {
    const orders = database.collection<{ _id: string }>('orders')
    const processingAt = new Date(Date.now() - lateMs)
    const { matchedCount } = await orders.updateOne({ _id: orderid }, { $set: { processingAt } })
    if (matchedCount === 0) throw new Error(`there is no order ${orderid}`)
  } finally {
    await database.close()
  }
}
