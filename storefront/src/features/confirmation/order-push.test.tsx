import { sessions } from '@jhatpat/shared/contracts/accounts.ts'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import { pushOff, pushOn, pushState } from '@jhatpat/shared/contracts/push.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anOrder, aUser } from '../../../../tests/screens/a-shop.ts'
import { answerOf, path } from '../../../../tests/screens/render-order.tsx'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'
import type { FakeApi } from '../../../../tests/support/fake-api.ts'

const publicKey = 'k'.repeat(87)
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }

/** A browser that can show pushes, and what its reader answers. */
class PushBrowser {
  permission: NotificationPermission = 'default'
  answer: NotificationPermission = 'granted'
  subscription: { unsubscribe: () => Promise<boolean> } | null = null
  subscribed = 0
  ended = 0
  readonly kept = new Map<string, string>()

  start(): void {
    const subscribe = async () => {
      this.subscribed += 1
      this.subscription = this.make()
      return this.subscription
    }
    const pushManager = { getSubscription: async () => this.subscription, subscribe }
    const registration = { pushManager, getNotifications: async () => [] }
    const ready = Promise.resolve(registration)
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { ready, getRegistration: () => ready },
    })
    vi.stubGlobal('PushManager', class {})
    const browser = this
    vi.stubGlobal('Notification', {
      get permission() {
        return browser.permission
      },
      requestPermission: async () => {
        browser.permission = browser.answer
        return browser.answer
      },
    })
    const cache = {
      put: async (key: string, response: Response) => void this.kept.set(key, await response.text()),
      delete: async (key: string) => this.kept.delete(key),
    }
    const match = async (key: string) => {
      const text = this.kept.get(key)
      return text === undefined ? undefined : new Response(text)
    }
    vi.stubGlobal('caches', { open: async () => cache, match })
  }

  make() {
    return {
      toJSON: () => ({ endpoint: 'https://push.example/1', keys }),
      options: { applicationServerKey: null },
      unsubscribe: async () => {
        this.ended += 1
        this.subscription = null
        return true
      },
    }
  }
}

let browser: PushBrowser
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
let here: string | null
beforeEach(() => {
  browser = new PushBrowser()
  browser.start()
  here = null
})

function answerPush(api: FakeApi, key: string | null = publicKey): void {
  api.on(pushState, () => ({ publicKey: key, here }))
  api.on(pushOn, () => {
    here = 'device-1'
    return { id: here }
  })
  api.on(pushOff, () => {
    here = null
    return { message: 'No more news is sent there.' }
  })
}

type Facts = Parameters<typeof anOrder>[0]

const show = (order: Facts, key: string | null = publicKey) =>
  renderShop(path, {
    user: aUser(),
    answers: (api) => {
      answerPush(api, key)
      api.on(orderStatus, () => answerOf(anOrder(order)))
    },
  })

const question = { name: 'Know it the second it arrives?' }

describe('news of an order on this device', () => {
  it('is offered on the page of an order that was paid, and turned on by one tap', async () => {
    const { user, api } = show({ status: 'Completed' })
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Notifications are on')).toBeVisible()
    expect(screen.queryByRole('heading', question)).not.toBeInTheDocument()
    expect(api.sentTo(pushOn).map(({ body }) => body)).toEqual([
      { endpoint: 'https://push.example/1', ...keys },
    ])
  })

  it('is not offered before a payment, nor where the shop sends none', async () => {
    for (const [order, key] of [
      [{ status: 'Created' }, publicKey],
      [{ status: 'Completed' }, null],
    ] as const) {
      const { api, unmount } = show(order, key)
      await waitFor(() => expect(api.sentTo(pushState).length).toBeGreaterThan(0))
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(screen.queryByRole('heading', question)).not.toBeInTheDocument()
      unmount()
    }
  })

  it('is not offered again to who said no, also after a session ended', async () => {
    const first = show({ status: 'Completed' })
    await first.user.click(await screen.findByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('heading', question)).not.toBeInTheDocument())
    expect(browser.permission).toBe('default')
    first.unmount()
    localStorage.clear()
    const { api } = show({ status: 'Completed' })
    await waitFor(() => expect(api.sentTo(pushState).length).toBeGreaterThan(0))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByRole('heading', question)).not.toBeInTheDocument()
  })

  it('says so where the browser blocks it, and how to let it', async () => {
    browser.answer = 'denied'
    const { user, api } = show({ status: 'Completed' })
    await user.click(await screen.findByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Your browser blocks them')).toBeVisible()
    expect(screen.getByText(/Until then we write to asha@jhatpat\.test\./)).toBeVisible()
    expect([browser.subscribed, api.sentTo(pushOn).length]).toEqual([0, 0])
  })

  it('ends in this browser when somebody else signs in, and comes back for who had turned it on', async () => {
    browser.subscription = browser.make()
    browser.kept.set('/choices/push', JSON.stringify({ kind: 'on', userId: 'somebody else' }))
    show({ status: 'Completed' })
    await waitFor(() => expect(browser.ended).toBe(1))
  })

  it('comes back at the next sign-in of who had turned it on here', async () => {
    browser.subscription = browser.make()
    browser.kept.set('/choices/push', JSON.stringify({ kind: 'on', userId: aUser()._id }))
    const { api } = show({ status: 'Completed' })
    await waitFor(() => expect(api.sentTo(pushOn)).toHaveLength(1))
    expect(browser.ended).toBe(0)
  })

  it('has a switch among the devices', async () => {
    const { user, api } = renderShop('/dashboard/devices', {
      user: aUser(),
      answers: (fake) => {
        answerPush(fake)
        fake.on(sessions, () => ({ sessions: [] }))
      },
    })
    const news = await screen.findByRole('switch', { name: 'Order news on this device' })
    expect(news).not.toBeChecked()
    await user.click(news)
    await waitFor(() => expect(news).toBeChecked())
    await user.click(news)
    await waitFor(() => expect(news).not.toBeChecked())
    expect(api.sentTo(pushOff).map(({ params }) => params)).toEqual([{ id: 'device-1' }])
    expect(browser.ended).toBe(1)
  })
})
