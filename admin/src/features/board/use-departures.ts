import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { type EndedOrder, endedOrders } from '@jhatpat/shared/contracts/ended-orders.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMe } from '../../lib/me.ts'

/** Orders that leave within this time are looked up together, in ms. */
const batchDelayMs = 500
/** The call takes no more ids. */
const mostIds = 100
const mostKept = 200
/** A tab that was hidden for this long starts a new list from the time when it was hidden, in ms. */
const awayMs = 60_000

export type Departures = ReturnType<typeof useDepartures>

/**
 * The orders that have left the board while this page shows it, with how they ended, newest first; not those
 * that this admin ended. A lookup that fails is repeated with the next order that leaves.
 */
export function useDepartures(rows: readonly BoardOrder[]) {
  const { call } = useServices()
  const me = useMe()
  const [list, setList] = useState<readonly EndedOrder[]>([])
  const [since, setSince] = useState(() => ({ atMs: serverNow(), isAway: false }))
  const shown = useRef<ReadonlySet<string>>(new Set())
  const wanted = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const lookUp = async () => {
    timer.current = undefined
    const ids = [...wanted.current].slice(0, mostIds)
    for (const id of ids) wanted.current.delete(id)
    try {
      const ended = await call(endedOrders, { query: { ids: ids.join(',') } })
      const others = ended.filter(({ by }) => by.adminId !== me._id)
      setList((before) => merged(before, others))
    } catch {
      for (const id of ids) wanted.current.add(id)
      return
    }
    if (wanted.current.size > 0) start()
  }
  const start = () => {
    timer.current ??= setTimeout(() => void lookUp(), batchDelayMs)
  }
  const compare = useEffectEvent(() => {
    const now = new Set(rows.map(({ orderid }) => orderid))
    const gone = [...shown.current].filter((id) => !now.has(id))
    shown.current = now
    for (const id of gone) wanted.current.add(id)
    if (gone.length > 0) start()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares whenever the rows change
  useEffect(() => compare(), [rows])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    let hiddenAtMs = Number.POSITIVE_INFINITY
    const restart = () => {
      if (document.visibilityState === 'hidden') {
        hiddenAtMs = serverNow()
        return
      }
      if (serverNow() - hiddenAtMs < awayMs) return
      const atMs = hiddenAtMs
      setSince({ atMs, isAway: true })
      setList((before) => before.filter(({ at }) => Date.parse(at) >= atMs))
    }
    document.addEventListener('visibilitychange', restart)
    return () => document.removeEventListener('visibilitychange', restart)
  }, [])
  return {
    list,
    since,
    clear: () => {
      setList([])
      setSince({ atMs: serverNow(), isAway: false })
    },
  }
}

function merged(before: readonly EndedOrder[], ended: readonly EndedOrder[]): EndedOrder[] {
  const ids = new Set(ended.map(({ orderid }) => orderid))
  return [...ended, ...before.filter(({ orderid }) => !ids.has(orderid))]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, mostKept)
}
