import type { WorkerScope } from './worker-scope.ts'

/** The content of a push message, written by `shared/domain/push`. `path` is the order's page. */
type Message = { title: string; body: string; path: string; tag: string }

/** Browsers require that every push message is shown. */
const unreadable: Message = {
  title: 'Order update',
  body: 'Tap to view your order.',
  path: '/orders',
  tag: 'news',
}

export function showNotification(scope: WorkerScope, data: { json(): unknown } | null): Promise<void> {
  const { title, body, path, tag } = readMessage(data)
  return scope.registration.showNotification(title, {
    body,
    tag,
    data: { path },
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    lang: 'en-IN',
  })
}

/** Focuses the tab that shows the order already, or opens a new one: other tabs keep their unsaved input. */
export async function openNotification(scope: WorkerScope, data: unknown): Promise<void> {
  const { origin } = scope.location
  const path = isRecord(data) && typeof data.path === 'string' ? data.path : unreadable.path
  const wanted = new URL(path, origin)
  const url = wanted.origin === origin ? wanted.href : new URL(unreadable.path, origin).href
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((page) => page.url.replace(/#.*$/, '') === url)
  await (there ? there.focus() : scope.clients.openWindow(url))
}

function readMessage(data: { json(): unknown } | null): Message {
  try {
    const message = data?.json()
    return isMessage(message) ? message : unreadable
  } catch {
    return unreadable
  }
}

const isMessage = (message: unknown): message is Message =>
  isRecord(message) && ['title', 'body', 'path', 'tag'].every((field) => typeof message[field] === 'string')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
