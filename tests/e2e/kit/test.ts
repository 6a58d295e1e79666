import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { personOf } from '@jhatpat/shared/testing/person.ts'
import { toInputDate } from '@jhatpat/shared/ui/format/ist-time.ts'
import { type BrowserContextOptions, devices, type Page, test as plain } from '@playwright/test'
import { openWorld, shopUrl, type World } from './world.ts'

export { expect } from '@playwright/test'

export type Who = 'asha' | 'ravi' | 'meera' | 'imran'

/** The password of all demo logins. */
export const password = 'jhatpat-demo-1'

export function emailOf(who: Who): string {
  return `${who}@jhatpat.test`
}

type Fixtures = {
  /** A page of its own for somebody who is signed in, or for a visitor. */
  open(who: Who | 'visitor', path: string, options?: BrowserContextOptions): Promise<Page>
  calm: undefined
}

/**
 * Playwright's test with the shop around it. Whoever opens a page here has closed today's popup before; a test
 * about the popup sets `storageState` itself.
 */
export const test = plain.extend<Fixtures, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const world = await openWorld()
      await use(world)
      world.close()
    },
    { scope: 'worker' },
  ],
  calm: [
    async ({ world }, use) => {
      await use(undefined)
      await world.calm()
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
  baseURL: async ({}, use) => use(shopUrl()),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
  storageState: async ({}, use) => use(storageOf()),
  open: async ({ browser }, use) => {
    const pages: Page[] = []
    await use(async (who, path, options = {}) => {
      const storageState = storageOf(who === 'visitor' ? undefined : await sessionOf(who))
      const context = await browser.newContext({ storageState, ...options })
      const page = await context.newPage()
      pages.push(page)
      await page.goto(path)
      return page
    })
    await Promise.all(pages.map((page) => page.context().close()))
  },
})

/** A phone as wide as most are in India. */
export const phone: BrowserContextOptions = {
  ...devices['Pixel 7'],
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 1,
}

type Entries = Record<string, string>

const sessions = new Map<Who, Promise<Entries>>()

/** What a login leaves in the browser. */
function sessionOf(who: Who): Promise<Entries> {
  const known = sessions.get(who) ?? signIn(who)
  sessions.set(who, known)
  return known
}

async function signIn(who: Who): Promise<Entries> {
  const { token, user } = await personOf(shopUrl()).call(login, { body: { email: emailOf(who), password } })
  const expiryTime = String(Date.now() + 21_600_000)
  return { token, expiryTime, isLoggedIn: 'true', user: JSON.stringify(user) }
}

function storageOf(session: Entries = {}) {
  const entries = { popupClosedOn: toInputDate(Date.now()), ...session }
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin: shopUrl(), localStorage }] }
}
