import type { Page } from '@playwright/test'
import { simulatorUrl, until } from './environment.ts'

export type PushMessage = { title: string; body: string; path: string; tag: string }

/** The messages that the simulator received for browsers, and could decrypt with their keys. */
export async function pushesAbout(tag: string): Promise<PushMessage[]> {
  const reply = await fetch(`${simulatorUrl()}/control/push/journal`)
  return ((await reply.json()) as PushMessage[]).filter((message) => message.tag === tag)
}

/** Waits until the page is served by a worker that has its shell, as from the second visit on. */
export async function untilWorkerServes(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** Like the browser when its push service has delivered a message. */
export async function deliverPush(page: Page, data: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const registrationId = await registered
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data,
  })
}

/** The notifications that the browser shows for the shop. */
export const shownNotifications = (page: Page): Promise<Pick<PushMessage, 'title' | 'body' | 'tag'>[]> =>
  page.evaluate(async () => {
    const { getNotifications } = ServiceWorkerRegistration.prototype
    const shown = await getNotifications.call(await navigator.serviceWorker.ready)
    return shown.map(({ title, body, tag }) => ({ title, body, tag }))
  })

/**
 * Clicks the notification with this tag.
 * @returns the address that the worker would open; without a real click no window may open, so none does
 */
export async function clickNotification(page: Page, tag: string): Promise<string> {
  const worker = await until('the service worker', async () => page.context().serviceWorkers()[0])
  return worker.evaluate<string>(clickInWorker(tag))
}

const clickInWorker = (tag: string) => `(async () => {
  const [notification] = await registration.getNotifications({ tag: ${JSON.stringify(tag)} })
  return new Promise((resolve) => {
    clients.openWindow = async (url) => resolve(url)
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })
})()`
