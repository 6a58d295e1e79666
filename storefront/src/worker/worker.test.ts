import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Release } from './precache-shell.ts'
import { runWorker } from './run-worker.ts'
import type { WorkerScope } from './worker-scope.ts'

const origin = 'https://shop.example'
const entry = '/assets/index-new.js'
const release: Release = {
  name: 'new',
  entry,
  files: [entry, '/assets/base-1.js'],
  pictures: ['/art/logo.svg'],
}
const page = `<script src="${entry}"></script>`
const script = { headers: { 'content-type': 'text/javascript' } }

type Asked = { mode?: RequestMode; method?: string; cache?: RequestCache }

/** A browser with a network that answers by `answers`, and the worker's caches. */
class Browser {
  readonly kept = new Map<string, Map<string, string>>()
  readonly shown: { title: string; options: NotificationOptions }[] = []
  readonly opened: string[] = []
  readonly asked: string[] = []
  pages: { url: string; focus: () => Promise<unknown> }[] = []
  answers: (path: string) => Response | Promise<Response> = (path) =>
    path === '/' ? new Response(page) : new Response(`bytes of ${path}`, script)
  preload: Response | undefined
  readonly #listeners = new Map<string, (event: never) => void>()

  constructor(run = release) {
    runWorker(this.#scope(), run)
  }

  #scope(): WorkerScope {
    const fetch = async (request: Request | string) => {
      const path = new URL(typeof request === 'string' ? request : request.url, origin).pathname
      this.asked.push(path)
      return this.answers(path)
    }
    return {
      location: { origin },
      fetch,
      caches: this.#caches(fetch) as CacheStorage,
      registration: {
        showNotification: async (title, options) => void this.shown.push({ title, options }),
      },
      clients: {
        claim: async () => undefined,
        matchAll: async () => this.pages,
        openWindow: async (url) => this.opened.push(url),
      },
      skipWaiting: async () => undefined,
      addEventListener: (kind: string, listener: (event: never) => void) =>
        void this.#listeners.set(kind, listener),
    }
  }

  #caches(fetch: (path: string) => Promise<Response>) {
    const at = (url: string) => new URL(url, origin).pathname
    return {
      keys: async () => [...this.kept.keys()],
      delete: async (name: string) => this.kept.delete(name),
      match: async (url: string) => {
        const found = [...this.kept.values()].map((files) => files.get(at(url))).find(Boolean)
        return found === undefined ? undefined : new Response(found, script)
      },
      open: async (name: string) => {
        const files = this.kept.get(name) ?? new Map<string, string>()
        this.kept.set(name, files)
        const put = async (url: string, response: Response) => void files.set(at(url), await response.text())
        return {
          put,
          addAll: async (paths: string[]) => {
            for (const path of paths) {
              const response = await fetch(path)
              if (!response.ok) throw new TypeError(`${path} did not come`)
              await put(path, response)
            }
          },
        }
      },
    }
  }

  /** The worker's answer, or undefined if it leaves the request to the browser. */
  async ask(url: string, { mode = 'cors', method = 'GET', cache = 'default' }: Asked = {}) {
    const request = { url: new URL(url, origin).href, mode, method, cache }
    let answer: Promise<Response> | undefined
    const respondWith = (given: Promise<Response>) => {
      answer = given
    }
    const work = await this.happen('fetch', { request, respondWith, preloadResponse: this.preload })
    const text = await (await answer)?.text()
    await work.done()
    return text
  }

  open = (path: string, cache: RequestCache = 'default') => this.ask(path, { mode: 'navigate', cache })

  async happen(kind: string, event: object = {}) {
    const work: Promise<unknown>[] = []
    const waitUntil = (one: Promise<unknown>) => void work.push(one)
    this.#listeners.get(kind)?.({ ...event, waitUntil } as never)
    return { done: () => Promise.all(work) }
  }

  install = async () => {
    await (await this.happen('install')).done()
    await (await this.happen('activate')).done()
  }

  offline() {
    this.answers = () => Promise.reject(new TypeError('Failed to fetch'))
  }
}

let browser: Browser
beforeEach(() => {
  browser = new Browser()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the cached shell', () => {
  it('opens every address of the shop without a network, with its files and pictures', async () => {
    await browser.install()
    browser.offline()
    for (const path of ['/', '/home', '/product/mobile-legends', '/confirmation?client_txn_id=JP1']) {
      expect(await browser.open(path), path).toBe(page)
    }
    expect(await browser.ask('/assets/base-1.js')).toBe('bytes of /assets/base-1.js')
    expect(await browser.ask('/art/logo.svg')).toBe('bytes of /art/logo.svg')
  })

  it('is not cached when its page is of another version, or a file is missing', async () => {
    browser.answers = (path) =>
      new Response(path === '/' ? '<script src="/assets/index-old.js">' : '', script)
    await expect(browser.install()).rejects.toThrow('another release')
    browser.answers = (path) => new Response(page, { status: path === '/assets/base-1.js' ? 404 : 200 })
    await expect(browser.install()).rejects.toThrow('did not come')
    browser.offline()
    await expect(browser.open('/home')).rejects.toThrow('Failed to fetch')
  })

  it('is replaced by the server’s page whenever there is a network', async () => {
    await browser.install()
    browser.answers = () => new Response('a newer page')
    expect(await browser.open('/home')).toBe('a newer page')
    browser.preload = new Response('the page that was on its way')
    expect(await browser.open('/home')).toBe('the page that was on its way')
  })

  it('is shown after four seconds of waiting, but not on a reload', async () => {
    await browser.install()
    vi.useFakeTimers()
    let late: (response: Response) => void = () => undefined
    browser.answers = () => new Promise<Response>((resolve) => (late = resolve))
    const opened = browser.open('/home')
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await opened).toBe(page)
    const anew = browser.open('/home', 'no-cache')
    await vi.advanceTimersByTimeAsync(60_000)
    late(new Response('the server’s'))
    expect(await anew).toBe('the server’s')
  })
})

describe('the cache', () => {
  it('never contains the answer of a call, a private picture, the back office or another site’s file', async () => {
    await browser.install()
    const before = JSON.stringify([...(browser.kept.get('shop-new') ?? [])])
    for (const url of [
      '/api/wallet',
      '/media/1.webp',
      '/healthz',
      '/socket.io/?EIO=4',
      'https://x.example/a.js',
    ])
      expect(await browser.ask(url), url).toBeUndefined()
    for (const path of ['/admin', '/admin/orders', '/api/x', '/ops/queues', '/docs/', '/media/1.webp'])
      expect(await browser.open(path), path).toBeUndefined()
    expect(await browser.ask('/orders', { method: 'POST', mode: 'navigate' })).toBeUndefined()
    expect(JSON.stringify([...(browser.kept.get('shop-new') ?? [])])).toBe(before)
    browser.offline()
    expect(await browser.open('/administer')).toBe(page)
  })

  it('contains a built file after its first request, and serves it from then on', async () => {
    await browser.install()
    browser.asked.length = 0
    await browser.ask('/assets/pay-screen-1.js')
    await browser.ask('/assets/pay-screen-1.js')
    expect(browser.asked).toEqual(['/assets/pay-screen-1.js'])
  })

  it('contains no page in place of a script, nor a script that is gone', async () => {
    await browser.install()
    const html = { headers: { 'content-type': 'text/html' } }
    browser.answers = () => new Response('<h1>Log in to the hotel</h1>', html)
    await browser.ask('/assets/pay-screen-1.js')
    browser.answers = () => new Response('', { ...script, status: 404 })
    await browser.ask('/assets/wallet-screen-1.js')
    expect([...(browser.kept.get('shop-new')?.keys() ?? [])]).toEqual([
      ...release.files,
      ...release.pictures,
      '/',
    ])
  })

  it('is not used to check whether the server still has a script', async () => {
    await browser.install()
    for (const cache of ['no-store', 'reload'] as const)
      expect(await browser.ask('/assets/base-1.js', { cache })).toBeUndefined()
  })

  it('keeps the previous version for open pages, and no older one', async () => {
    for (const name of ['shop-oldest', 'shop-before', 'notes'])
      browser.kept.set(name, new Map([['/x', name]]))
    await browser.install()
    expect([...browser.kept.keys()]).toEqual(['shop-before', 'notes', 'shop-new'])
  })
})

describe('a push message', () => {
  const message = {
    title: 'Delivered',
    body: '86 Diamonds',
    path: '/confirmation?client_txn_id=JP1',
    tag: 'JP1',
  }
  const push = async (json: () => unknown) => (await browser.happen('push', { data: { json } })).done()
  const click = async (data: unknown) =>
    (await browser.happen('notificationclick', { notification: { close: () => undefined, data } })).done()

  it('is shown with its text, and opens its order', async () => {
    await push(() => message)
    expect(browser.shown).toMatchObject([
      { title: 'Delivered', options: { body: '86 Diamonds', tag: 'JP1', data: { path: message.path } } },
    ])
    await click(browser.shown[0]?.options.data)
    expect(browser.opened).toEqual([`${origin}${message.path}`])
  })

  it('focuses the tab that shows the order already, and affects no other', async () => {
    const focus = vi.fn(async () => undefined)
    const other = vi.fn(async () => undefined)
    browser.pages = [
      { url: `${origin}/product/mobile-legends`, focus: other },
      { url: `${origin}${message.path}#top`, focus },
    ]
    await click({ path: message.path })
    expect([focus.mock.calls.length, other.mock.calls.length, browser.opened]).toEqual([1, 0, []])
  })

  it.each([
    ['nothing that can be read', () => JSON.parse('{'), undefined],
    ['something else', () => ({ title: 1 }), { path: 'https://evil.example/' }],
  ])('that brings %s is shown too, and opens only the shop', async (_what, json, data) => {
    await push(json)
    expect(browser.shown).toMatchObject([{ title: 'Order update' }])
    await click(data)
    expect(browser.opened).toEqual([`${origin}/orders`])
  })
})
