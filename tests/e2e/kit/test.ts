import { type BrowserContextOptions, expect, type Page, test as plain } from '@playwright/test'
import { type BrowserEnvironment, openEnvironment, shopUrl } from './environment.ts'
import { watchPolicy } from './policy.ts'
import { sessionOf, storageOf, type Who } from './session.ts'
import { startShop } from './shop.ts'

export { expect } from '@playwright/test'
export { emailOf, forgetSession, password, phone } from './session.ts'

type Fixtures = {
  /** A new page for a signed-in person, or for a visitor. */
  open(who: Who, path: string, options?: BrowserContextOptions): Promise<Page>
  calm: undefined
  /** Violations of the content security policy: a test that leaves any fails. */
  stopped: string[]
}

type WorkerFixtures = {
  /** Settings of the shop of a test file; with any, it has a shop of its own. */
  settings: NodeJS.ProcessEnv
  shop: undefined
  environment: BrowserEnvironment
}

/**
 * Playwright's test with the shop around it. Pages opened here have today's popup closed; a test about the
 * popup sets `storageState` itself.
 */
export const test = plain.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  shop: [
    async ({ settings }, use) => {
      const stop = await startShop(settings)
      await use(undefined)
      await stop()
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  environment: [
    async ({ shop: _ }, use) => {
      const environment = await openEnvironment()
      await use(environment)
      environment.close()
    },
    { scope: 'worker' },
  ],
  calm: [
    async ({ environment }, use) => {
      await use(undefined)
      await environment.calm()
    },
    { auto: true },
  ],
  stopped: [
    async ({ browser }, use) => {
      const policy = watchPolicy(browser)
      await use(policy.stopped)
      policy.end()
      expect(policy.stopped, 'what the content security policy stopped').toEqual([])
    },
    { auto: true },
  ],
  baseURL: async ({ shop: _ }, use) => use(shopUrl()),
  storageState: async ({ shop: _ }, use) => use(storageOf(shopUrl())),
  open: async ({ browser }, use) => {
    const pages: Page[] = []
    await use(async (who, path, options = {}) => {
      const storageState = storageOf(shopUrl(), await sessionOf(shopUrl(), who))
      const context = await browser.newContext({ storageState, ...options })
      const page = await context.newPage()
      pages.push(page)
      await page.goto(path)
      return page
    })
    await Promise.all(pages.map((page) => page.context().close()))
  },
})
