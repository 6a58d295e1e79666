import { pushOff, pushOn, pushState } from '@jhatpat/shared/contracts/push.ts'
import { vi } from 'vitest'
import type { FakeApi } from '../support/fake-api.ts'

export const publicKey = 'k'.repeat(87)
export const pushKeys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }

/** A browser that supports push, with the customer's answer to its prompt. */
export class PushBrowser {
  permission: NotificationPermission = 'default'
  answer: NotificationPermission = 'granted'
  subscription: { unsubscribe: () => Promise<boolean> } | null = null
  subscribed = 0
  ended = 0
  /** The device's id at the server, once it has subscribed. */
  here: string | null = null
  readonly kept = new Map<string, string>()

  /** Active until `stop`. */
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

  stop(): void {
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }

  make() {
    return {
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: pushKeys }),
      options: { applicationServerKey: null },
      unsubscribe: async () => {
        this.ended += 1
        this.subscription = null
        return true
      },
    }
  }

  /** Sets the server's answer; without a key it sends no push messages. */
  registerReplies(api: FakeApi, key: string | null = publicKey): void {
    api.on(pushState, () => ({ publicKey: key, here: this.here }))
    api.on(pushOn, () => {
      this.here = 'device-1'
      return { id: this.here }
    })
    api.on(pushOff, () => {
      this.here = null
      return { message: 'No more news is sent there.' }
    })
  }
}
