import type { BrowserContext, Page } from '@playwright/test'
import type { Who } from '../e2e/kit/session.ts'
import type { State } from './states.ts'

export type Screenshot = {
  name: string
  who: Who
  path: string
  /** The folder of its pictures; by default that of the documents. */
  folder?: string
  /** The state of its data; by default all of it is loaded. */
  state?: State
  /** Prepares the browser, before the page is opened. */
  browser?: (context: BrowserContext) => Promise<unknown>
  /** Prepares the page for the picture. */
  prepare?: (page: Page) => Promise<unknown>
  /** In Hindi. */
  inHindi?: true
}
