import { atom } from 'jotai'
import { serverNow } from '../ui/format/server-time.ts'
import type { Store } from './session.ts'

/**
 * Whether live updates can reach this page. `idle`: nothing is subscribed. `lost` carries the time since when
 * (ms since 1970), for the banner that says how old the data is.
 */
export type Connection = { state: 'idle' | 'connecting' | 'live' } | { state: 'lost'; since: number }

export const connectionAtom = atom<Connection>({ state: 'idle' })

export function markDisconnected(store: Store, now = serverNow()): void {
  if (store.get(connectionAtom).state !== 'lost') store.set(connectionAtom, { state: 'lost', since: now })
}
