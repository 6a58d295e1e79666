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
  const told: CatalogueUpdate[] = []
  let hear: Publish | undefined
  let watch: Subscription | undefined
  const socket = {
    on: (_event: string, listener: Publish) => {
      hear = listener
    },
    off: () => {
      hear = undefined
    },
  }
  subscribeCatalogue((start) => {
    watch = start(socket as unknown as LiveSocket)
    return () => watch?.stop()
  })((update) => told.push(update), spreadMs)
  return {
    told,
    hear: (update: CatalogueUpdate) => hear?.(update),
    connect: () => watch?.poll(),
    stop: () => watch?.stop(),
  }
}
const ofItem = (...itemids: number[]): CatalogueUpdate => ({ itemids, productids: [] })
const any: CatalogueUpdate = { itemids: [], productids: [] }

it('passes on all updates of its time as one, and reports a change of everything if one of them does', () => {
  const { told, hear } = openPage()
  hear(ofItem(1))
  hear({ itemids: [], productids: ['ml'] })
  vi.advanceTimersByTime(1_500)
  expect(told).toHaveLength(1)
  expect([...new Set(told[0]?.itemids)]).toEqual([1])
  expect(told[0]?.productids).toEqual(['ml'])
  hear(ofItem(2))
  hear(any)
  hear(ofItem(3))
  vi.advanceTimersByTime(1_500)
  expect(told[1]).toEqual(any)
})

it('spreads five hundred pages over the whole time', () => {
  const pages = Array.from({ length: 500 }, () => openPage())
  for (const { hear } of pages) hear(ofItem(1))
  const asked = () => pages.filter(({ told }) => told.length > 0).length
  const each = Array.from({ length: 10 }, () => {
    const before = asked()
    vi.advanceTimersByTime(150)
    return asked() - before
  })
  expect(asked()).toBe(500)
  expect(Math.max(...each), 'a storm').toBeLessThan(125)
})

it('refetches after a reconnect, and not after the first connect', () => {
  const { told, connect, hear, stop } = openPage()
  connect()
  vi.advanceTimersByTime(1_500)
  expect(told).toEqual([])
  connect()
  vi.advanceTimersByTime(1_500)
  expect(told).toEqual([any])
  hear(ofItem(1))
  stop()
  vi.advanceTimersByTime(1_500)
  expect(told).toHaveLength(1)
})
