import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { needsAction } from '@jhatpat/shared/contracts/needs-action.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { chimeStateAtom, desktopWantedAtom } from './alerts.ts'
import { useBrowser } from './browser.tsx'
import { usePendingOrders, usePendingRows } from './pending-orders.ts'

const repeatMs = 15_000

/**
 * Plays the chime and shows a desktop notification when an order starts to need a person. Rendered
 * once in the app, with no output.
 */
export default function OrderAlerts(): null {
  const { sound, desktop } = useBrowser()
  const chime = useAtomValue(chimeStateAtom)
  const desktopWanted = useAtomValue(desktopWantedAtom)
  const navigate = useNavigate()
  const { isSuccess } = usePendingOrders()
  const pending = usePendingRows()
  const nowMs = useNow(15_000)
  const rows = useMemo(() => pending.filter((order) => needsAction(order, nowMs)), [pending, nowMs])
  const knownIds = useRef<ReadonlySet<string>>(undefined)
  const [chimed, setChimed] = useState<ReadonlySet<string>>(new Set())
  const calling = unacknowledgedOrders(chimed, rows, serverNow()).size > 0

  const showNotification = (order: BoardOrder) =>
    desktop.show({
      title: `${order.itemname}, ${formatRupees(order.value)}`,
      body: `${order.product.name} · ${order.customer.name}`,
      tag: order.orderid,
      onOpen: () => void navigate(`/orders?order=${order.orderid}`),
    })

  const check = useEffectEvent(() => {
    const arrived = newOrdersSince(knownIds.current, rows)
    knownIds.current = new Set([...(knownIds.current ?? []), ...rows.map((order) => order.orderid)])
    if (arrived.length === 0) return
    if (chime === 'on') sound.chime()
    setChimed(new Set([...chimed, ...arrived.map((order) => order.orderid)]))
    if (desktopWanted && desktop.permission() === 'granted') arrived.forEach(showNotification)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again whenever the rows change
  useEffect(() => {
    if (isSuccess) check()
  }, [isSuccess, rows])

  useEffect(() => {
    if (!calling || chime !== 'on') return
    const timer = setInterval(sound.chime, repeatMs)
    return () => clearInterval(timer)
  }, [calling, chime, sound])
  return null
}

/**
 * The orders that have arrived since the last check. The first check finds none: those were there
 * before the page was opened.
 */
export function newOrdersSince(
  knownIds: ReadonlySet<string> | undefined,
  rows: readonly BoardOrder[],
): BoardOrder[] {
  return knownIds ? rows.filter((order) => !knownIds.has(order.orderid)) : []
}

/** The orders that chimed and are still unassigned: the chime repeats until there are none. */
export function unacknowledgedOrders(
  chimed: ReadonlySet<string>,
  rows: readonly BoardOrder[],
  nowMs: number,
): ReadonlySet<string> {
  const waiting = rows.filter(
    ({ orderid, assignee }) => chimed.has(orderid) && !(assignee && Date.parse(assignee.until) > nowMs),
  )
  return new Set(waiting.map((order) => order.orderid))
}
