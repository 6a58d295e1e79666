import type { Page } from '@playwright/test'
import mongoose from 'mongoose'
import type { Stack } from '../../scripts/launcher/stack.ts'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

/** How long ago the money of a late order came, in ms. */
const lateMs = 37 * 60_000

type Late = {
  /** Nothing of it can arrive any more before somebody does something. */
  byHand: string
  /** The supplier has it. */
  atSupplier: string
}

/** An order that takes longer than was promised: the choice, and what became of it. They become late here, at the end. */
export function lateScreenshots({ env }: Stack, { byHand, atSupplier }: Late): Screenshot[] {
  const late = (name: string, id: string, choose?: string): Screenshot => ({
    ...{ name, who: 'asha', path: `/confirmation?client_txn_id=${id}`, folder: everyPicture },
    browser: () => makeLate(env.MONGODB_URI ?? '', id),
    prepare: async (page) => {
      await page.getByRole('region', { name: 'You choose' }).waitFor()
      if (choose) await chooseOnce(page, choose)
    },
  })
  return [
    late('late-offer', byHand),
    {
      ...late('late-offer-hi', byHand),
      inHindi: true,
      prepare: (page) => page.locator('.offer h2').waitFor(),
    },
    late('late-at-supplier', atSupplier),
    late('late-waits', byHand, 'Wait for it'),
    late('late-refund-asked', atSupplier, 'Refund to wallet'),
  ]
}

/** The next width finds it chosen. */
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
