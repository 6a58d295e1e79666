import type { Store } from '@jhatpat/shared/browser/session.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { atom } from 'jotai'

/** A decision that this app sends after some seconds, unless it is undone before. */
export type HeldAction = {
  id: number
  /** The result as a participle: `Refunded`. */
  title: string
  /** What it is about: `1,000 Points for Vyom Shah`. */
  text: string
  /** The orders whose rows show it. */
  orderids: readonly string[]
  /** By the server's clock. */
  untilMs: number
  undo: () => void
}

/** How long a decision can be undone, in ms. The seconds are the app's: the server's calls act at once. */
export const undoMsAtom = atom(5_000)

/** The decisions that can still be undone, the newest last. */
export const heldActionsAtom = atom<readonly HeldAction[]>([])

let lastId = 0

/**
 * Waits until a decision can no longer be undone.
 * @returns false if it was undone, and nothing may be sent
 */
export function holdAction(
  store: Store,
  { title, text, orderids = [] }: { title: string; text: string; orderids?: readonly string[] },
): Promise<boolean> {
  const undoMs = store.get(undoMsAtom)
  if (undoMs === 0) return Promise.resolve(true)
  lastId += 1
  const id = lastId
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const end = (isConfirmed: boolean) => {
    clearTimeout(timer)
    store.set(heldActionsAtom, (held) => held.filter((other) => other.id !== id))
    resolve(isConfirmed)
  }
  const timer = setTimeout(() => end(true), undoMs)
  const held = { id, title, text, orderids, untilMs: serverNow() + undoMs, undo: () => end(false) }
  store.set(heldActionsAtom, (others) => [...others, held])
  return promise
}

/** Seconds left until a time by the server's clock, `4 s`; empty once it has passed. */
export function SecondsLeft({ untilMs }: { untilMs: number }) {
  const nowMs = useNow(250)
  const left = Math.ceil((untilMs - nowMs) / 1000)
  return left > 0 ? <span className="num">{left} s</span> : null
}
