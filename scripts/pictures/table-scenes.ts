import type { Page } from '@playwright/test'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

const orders = '/admin/txn?cols=value+item+player+customer+status+createdAt&status=Completed'
const table = (name: string, path: string, prepare?: (page: Page) => Promise<unknown>): Screenshot => ({
  ...{ name, who: 'meera', path, folder: everyPicture },
  prepare: async (page) => {
    await page.locator('tr[data-row]').first().waitFor()
    await prepare?.(page)
  },
})
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

/** The tables of the back office, and what opens over them. */
export const tableScreenshots: Screenshot[] = [
  table('txn', '/admin/txn'),
  table('txn-columns', '/admin/txn', press('Columns')),
  table('txn-save-view', orders, press('Save view')),
  table('txn-view', orders, async (page) => {
    const save = page.getByRole('button', { name: 'Save view' })
    if (await save.isVisible()) {
      await save.click()
      await page.getByRole('textbox', { name: 'Name of the view' }).fill('Delivered today')
      await page.getByRole('checkbox', { name: 'For the whole team' }).check()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await page.getByRole('button', { name: /^Rename or delete/ }).click()
  }),
  table('wallettxn', '/admin/wallettxn'),
  table('users', '/admin/usersdata'),
  table('audit', '/admin/audit'),
]
