import { useMemo } from 'react'
import { serverNow } from './format/server-time.ts'

/**
 * A time in ms that was just read from this browser's clock, converted to the server's clock; it stays the
 * same when the browser's clock is set later.
 */
export function useServerTime(atMs: number): number {
  return useMemo(() => atMs - Date.now() + serverNow(), [atMs])
}
