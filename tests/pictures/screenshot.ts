import type { BrowserContext, Page } from '@playwright/test'
import type { Who } from '../e2e/kit/session.ts'
import type { State } from './states.ts'

export type Screenshot = {
  name: string
  who: Who
  path: string
  /** Where its pictures go, if not to those that documents show. */
  folder?: string
  /** What is wrong with its data; nothing when all of it is there. */
  state?: State
  /** Makes the browser what it needs, before the page is there. */
  browser?: (context: BrowserContext) => Promise<unknown>
  /** Makes the page what the picture is to show. */
  prepare?: (page: Page) => Promise<unknown>
  /** For whoever has chosen Hindi. */
  inHindi?: true
}
