import type { Page } from '@playwright/test'
import { everyPicture } from './more-scenes.ts'
import type { Scene } from './scene.ts'

const openCustomer = async (page: Page) => {
  await page.getByRole('table', { name: 'User Data' }).getByRole('link').first().click()
  await page.getByRole('tablist').waitFor()
}

const tab = (name: string | RegExp) => async (page: Page) => {
  await openCustomer(page)
  await page.getByRole('tab', { name }).click()
}

const scene = (name: string, prepare: Scene['prepare']): Scene => ({
  ...{ name, who: 'meera', folder: everyPicture, path: '/admin/usersdata?search=asha' },
  ...(prepare && { prepare }),
})

/** One customer with all that is known of them, and the people of the back office. */
export const customerScenes: Scene[] = [
  scene('customer', async (page) => {
    await openCustomer(page)
    await page.getByLabel('New note').fill('Calm on the phone. Wants the diamonds rather than the money.')
    await page.getByRole('button', { name: 'Keep note' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Calm on the phone' }).first().waitFor()
  }),
  scene('customer-wallet', tab('Wallet ledger')),
  scene('customer-points', tab('Points')),
  scene('customer-ids', tab('Ids used')),
  scene('customer-sessions', tab('Sessions')),
  scene('customer-tickets', tab('Tickets')),
  scene('customer-block', async (page) => {
    await openCustomer(page)
    await page.getByRole('button', { name: 'Block' }).click()
  }),
  { name: 'team', who: 'meera', path: '/admin/roles/team', folder: everyPicture },
  {
    ...{ name: 'team-add', who: 'meera', path: '/admin/roles/team', folder: everyPicture },
    prepare: (page) => page.getByRole('button', { name: 'Add someone' }).click(),
  },
]
