import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CatalogueUpdate } from '../contracts/realtime.ts'
import { subscribeCatalogue } from './catalogue-subscription.ts'
import type { LiveSocket, Subscription } from './live-socket.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Publish = (update: CatalogueUpdate) => void

/** A subscribed page, the updates it received, and handlers that drop its connection. */
function openPage(spreadMs = 1_500) {
  const updates: CatalogueUpdate[] = []
  let publish: Publish | undefined
  let watch: Subscription | undefined
  const socket = {
    on: (_event: string, listener: Publish) => {
      publish = listener
    },
    off: () => {
      publish = undefined
    },
  }
  subscribeCatalogue((start) => {
    watch = start(socket as unknown as LiveSocket)
    return () => watch?.stop()
  })((update) => updates.push(update), spreadMs)
  return {
    updates,
    publish: (update: CatalogueUpdate) => publish?.(update),
    connect: () => watch?.poll(),
    stop: () => watch?.stop(),
  }
}
const ofItem = (...itemids: number[]): CatalogueUpdate => ({ itemids, productids: [] })
const any: CatalogueUpdate = { itemids: [], productids: [] }

it('passes on all updates of its time as one, and reports a change of everything if one of them does', () => {
  const { updates, publish } = openPage()
  publish(ofItem(1))
  publish({ itemids: [], productids: ['ml'] })
  vi.advanceTimersByTime(1_500)
  expect(updates).toHaveLength(1)
  expect([...new Set(updates[0]?.itemids)]).toEqual([1])
  expect(updates[0]?.productids).toEqual(['ml'])
  publish(ofItem(2))
  publish(any)
  publish(ofItem(3))
  vi.advanceTimersByTime(1_500)
  expect(updates[1]).toEqual(any)
})

it('spreads five hundred pages over the whole time', () => {
  const pages = Array.from({ length: 500 }, () => openPage())
  for (const { publish } of pages) publish(ofItem(1))
  const asked = () => pages.filter(({ updates }) => updates.length > 0).length
  const each = Array.from({ length: 10 }, () => {
    const before = asked()
    vi.advanceTimersByTime(150)
    return asked() - before
  })
  expect(asked()).toBe(500)
  expect(Math.max(...each), 'a storm').toBeLessThan(125)
})

it('refetches after a reconnect, and not after the first connect', () => {
  const { updates, connect, publish, stop } = openPage()
  connect()
  vi.advanceTimersByTime(1_500)
  expect(updates).toEqual([])
  connect()
  vi.advanceTimersByTime(1_500)
  expect(updates).toEqual([any])
  publish(ofItem(1))
  stop()
  vi.advanceTimersByTime(1_500)
  expect(updates).toHaveLength(1)
})
