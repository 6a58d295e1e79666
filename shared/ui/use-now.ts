import { useSyncExternalStore } from 'react'
import { serverNow } from './format/server-time.ts'

type Ticker = { now: number; listeners: Set<() => void>; timer?: ReturnType<typeof setInterval> }

// One interval per period serves every clock on the screen, and stops with the last of them.
const tickers = new Map<number, Ticker>()

/**
 * The server's time in ms, refreshed every `everyMs`. A `fixed` time freezes the clock, for tests and
 * pictures.
 */
export function useNow(everyMs = 1000, fixed?: number): number {
  const ticker = tickerFor(everyMs)
  const now = useSyncExternalStore(
    (listener) => (fixed === undefined ? subscribe(ticker, everyMs, listener) : () => {}),
    () => ticker.now,
    () => ticker.now,
  )
  return fixed ?? now
}

function tickerFor(everyMs: number): Ticker {
  const existing = tickers.get(everyMs)
  if (existing) {
    if (existing.listeners.size === 0 && Math.abs(serverNow() - existing.now) >= everyMs)
      existing.now = serverNow()
    return existing
  }
  const fresh: Ticker = { now: serverNow(), listeners: new Set() }
  tickers.set(everyMs, fresh)
  return fresh
}

function subscribe(ticker: Ticker, everyMs: number, listener: () => void): () => void {
  ticker.listeners.add(listener)
  ticker.timer ??= setInterval(() => tick(ticker), everyMs)
  return () => {
    ticker.listeners.delete(listener)
    if (ticker.listeners.size > 0) return
    clearInterval(ticker.timer)
    delete ticker.timer
  }
}

function tick(ticker: Ticker): void {
  ticker.now = serverNow()
  for (const listener of ticker.listeners) listener()
}
