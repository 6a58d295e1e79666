import { type BrowserContext, expect, type Page } from '@playwright/test'
import { withPushService } from '../e2e/kit/push-service.ts'
import { everyPicture } from './more-screenshots.ts'
import type { Screenshot } from './screenshot.ts'

/** The permissions that a delivered order's page requests, and their results. */
export function offerScreenshots(order: string, simulatorUrl: string): Screenshot[] {
  const allowsPush = (context: BrowserContext) => withPushService(context, simulatorUrl)
  const on = async (page: Page) => {
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Notifications are on').waitFor()
  }
  const screenshots: Omit<Screenshot, 'who' | 'path' | 'folder'>[] = [
    { name: 'offer-push', browser: allowsPush, prepare: inView('#ask-push') },
    { name: 'offer-push-hi', browser: allowsPush, inHindi: true, prepare: inView('#ask-push') },
    { name: 'offer-push-on', browser: allowsPush, prepare: on },
    {
      name: 'offer-push-refused',
      browser: (context) => withPushService(context, simulatorUrl, 'denied'),
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Turn on' }).click()
        await page.getByText('Your browser blocks them').waitFor()
      },
    },
    { name: 'offer-install', browser: deniesPush, prepare: canInstall },
    { name: 'offer-install-iphone', browser: iPhone, prepare: inView('#ask-install') },
    { name: 'offer-install-iphone-hi', browser: iPhone, inHindi: true, prepare: inView('#ask-install') },
  ]
  return [
    ...screenshots.map(
      (screenshot): Screenshot => ({
        ...screenshot,
        who: 'asha',
        folder: everyPicture,
        path: `/confirmation?client_txn_id=${order}`,
      }),
    ),
    ...(['off', 'on'] as const).map(
      (state): Screenshot => ({
        name: `devices-news-${state}`,
        who: 'asha',
        path: '/dashboard/devices',
        folder: everyPicture,
        browser: allowsPush,
        prepare: async (page) => {
          const toggle = page.getByRole('switch', { name: 'Order news on this device' })
          await toggle.waitFor()
          if (state === 'off') return
          await toggle.click()
          await expect(toggle).toBeChecked()
        },
      }),
    ),
  ]
}

const inView = (part: string) => (page: Page) => page.locator(part).waitFor()

/** No test browser offers the installation by itself. */
async function canInstall(page: Page): Promise<void> {
  await page.evaluate("dispatchEvent(new Event('beforeinstallprompt'))")
  await page.locator('#ask-install').waitFor()
}

/** The first prompt is answered there. */
const deniesPush = (context: BrowserContext) =>
  context.addInitScript("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")

const iPhone = async (context: BrowserContext) => {
  await deniesPush(context)
  await context.addInitScript('navigator.standalone = false')
}
