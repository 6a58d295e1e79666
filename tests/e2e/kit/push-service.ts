import type { BrowserContext } from '@playwright/test'

/**
 * Makes the simulator the push service of a browser that has none, and answers its permission prompt.
 * Everything else is as with a real one: the page's request, its call to the shop, and the shop's messages.
 */
export async function withPushService(
  context: BrowserContext,
  simulator: string,
  answer: 'granted' | 'denied' = 'granted',
): Promise<void> {
  await context.exposeFunction('subscribeAtService', async (shopKey: string) => {
    const reply = await fetch(`${simulator}/push/subscriptions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ shopKey }),
    })
    return reply.json()
  })
  await context.addInitScript(browserPush(answer))
}

/** Runs in each page: the browser's own part, which is active while its tab is open. */
const browserPush = (answer: string) => `
  const keep = (name, value) => sessionStorage.setItem(name, JSON.stringify(value))
  const read = (name, otherwise) => JSON.parse(sessionStorage.getItem(name)) ?? otherwise
  const subscriptionOf = ({ endpoint, ...keys }) => ({
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => (keep('subscription', null), true),
  })
  Object.defineProperty(Notification, 'permission', { get: () => read('permission', 'default') })
  Notification.requestPermission = async () => (keep('permission', '${answer}'), '${answer}')
  PushManager.prototype.getSubscription = async () => {
    const kept = read('subscription', null)
    return kept && subscriptionOf(kept)
  }
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    keep('subscription', await window.subscribeAtService(applicationServerKey))
    return PushManager.prototype.getSubscription()
  }
`
