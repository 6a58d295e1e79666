import { useMemo } from 'react'
import { serverNow } from './format/server-time.ts'

/**
 * A time in ms that was read from this browser's clock a moment ago, as the server would have read it; it stays what it
 * was when that clock is set later.
 */
export function useServerTime(atMs: number): number {
  return useMemo(() => atMs - Date.now() + serverNow(), [atMs])
}
