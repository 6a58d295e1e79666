import type { Page } from '@playwright/test'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

const openCustomer = async (page: Page) => {
  await page.getByRole('table', { name: 'User Data' }).getByRole('link').first().click()
  await page.getByRole('tablist').waitFor()
}

const tab = (name: string | RegExp) => async (page: Page) => {
  await openCustomer(page)
  await page.getByRole('tab', { name }).click()
}

const screenshot = (name: string, prepare: Screenshot['prepare']): Screenshot => ({
  name,
  who: 'meera',
  folder: everyPicture,
  path: '/admin/usersdata?search=asha',
  ...(prepare && { prepare }),
})

/** One customer with all details, and the people of the back office. */
export const customerScreenshots: Screenshot[] = [
  screenshot('customer', async (page) => {
    await openCustomer(page)
    await page.getByLabel('New note').fill('Calm on the phone. Wants the diamonds rather than the money.')
    await page.getByRole('button', { name: 'Keep note' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Calm on the phone' }).first().waitFor()
  }),
  screenshot('customer-wallet', tab('Wallet ledger')),
  screenshot('customer-points', tab('Points')),
  screenshot('customer-ids', tab('Ids used')),
  screenshot('customer-sessions', tab('Sessions')),
  screenshot('customer-tickets', tab('Tickets')),
  screenshot('customer-block', async (page) => {
    await openCustomer(page)
    await page.getByRole('button', { name: 'Block' }).click()
  }),
  { name: 'team', who: 'meera', path: '/admin/roles/team', folder: everyPicture },
  {
    name: 'team-add',
    who: 'meera',
    path: '/admin/roles/team',
    folder: everyPicture,
    prepare: (page) => page.getByRole('button', { name: 'Add someone' }).click(),
  },
]
