import { expect, type Page } from '@playwright/test'
import { type BrowserEnvironment, premium } from './environment.ts'

export type RouteOrders = { unpaid: string; paid: string; topUp: string }

/** Orders for the places of routes: one that waits for payment, a paid one, and a top-up. An unpaid one expires soon. */
export async function ordersOf(environment: BrowserEnvironment): Promise<RouteOrders> {
  const [unpaid, paid, topUp] = [
    await environment.buy(premium),
    await environment.buy(premium),
    await environment.startTopUp(500),
  ]
  await environment.pay(paid)
  await environment.pay(topUp)
  await environment.untilOnBoard(paid)
  return { unpaid, paid, topUp }
}

/** A route with its `{…}` filled in. */
export const withIds = (path: string, ids: RouteOrders): string =>
  path.replace(/\{(\w+)\}/, (_, order: keyof RouteOrders) => ids[order])

/** Opens exactly this page and waits until it is loaded. A reset link's secret leaves the address. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  await expect(page.locator('.sk, [aria-busy=true]'), path).toHaveCount(0)
  expect(new URL(page.url()).pathname.split('/')[1]).toBe(path.split(/[/?]/)[1])
}
