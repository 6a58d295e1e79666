/**
 * The parts of a service worker's scope that the shop uses. TypeScript's own types (`webworker`) conflict
 * with those of pages (`dom`) in one project.
 */
export interface WorkerScope {
  readonly location: { origin: string }
  readonly caches: CacheStorage
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
    /** Safari has none. */
    navigationPreload?: { enable(): Promise<void> }
  }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly PageClient[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  fetch(request: Request | string, init?: RequestInit): Promise<Response>
  addEventListener(kind: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(kind: 'push', listener: (event: PushEvent) => void): void
  addEventListener(kind: 'notificationclick', listener: (event: ClickEvent) => void): void
}

export type PageClient = { url: string; focus(): Promise<unknown> }
export type ExtendableEvent = { waitUntil(work: Promise<unknown>): void }
export type FetchEvent = ExtendableEvent & {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
export type PushEvent = ExtendableEvent & { readonly data: { json(): unknown } | null }
export type ClickEvent = ExtendableEvent & { readonly notification: { close(): void; data: unknown } }
