import { useSyncExternalStore } from 'react'

/** From here on a table has room; below, its rows are cards. */
const wide = matchMedia('(width >= 900px)')

/** Whether the window is wide enough for a table. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
