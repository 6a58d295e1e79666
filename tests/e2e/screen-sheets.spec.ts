import type { Page } from '@playwright/test'
import { type BrowserEnvironment, premium } from './kit/environment.ts'
import { membersRoutes, staffRoutes, visitorsRoutes } from './kit/routes.ts'
import { screenSheet, takesSheets } from './kit/screen-sheet.ts'
import { expect, test } from './kit/test.ts'

// `npm run pictures -- --sheets`: every other test takes pictures of states that it needs itself.
if (takesSheets) {
  for (const [who, routes, languages] of [
    ['visitor', visitorsRoutes, ['en', 'hi']],
    ['asha', membersRoutes, ['en', 'hi']],
    ['meera', staffRoutes, ['en']],
  ] as const)
    test(`the screens of ${who}, in all sizes and languages`, async ({ open, environment }) => {
      test.setTimeout(20 * 60_000)
      const ids = await idsOf(environment)
      const page = await open(who, '/home')
      for (const [name, path] of Object.entries(routes)) {
        const address = path.replace(/\{(\w+)\}/, (_, id: keyof typeof ids) => ids[id])
        await screenSheet(page, { name, languages, show: () => visit(page, address) })
      }
    })
}

/** An order that waits for payment, a paid one, and a top-up; their customer, and a product. */
async function idsOf(environment: BrowserEnvironment) {
  const unpaid = await environment.buy(premium)
  const paid = await environment.buy(premium)
  const topUp = await environment.startTopUp(500)
  await environment.pay(paid)
  await environment.pay(topUp)
  await environment.untilOnBoard(paid)
  return { unpaid, paid, topUp }
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
}
