import { newKey } from '@jhatpat/shared/browser/new-key.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { burst } from '@jhatpat/shared/browser/use-burst-guard.ts'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useRef, useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { isTyping } from './board-keys.ts'
import { nameOf } from './board-texts.ts'
import { useBoardCalls } from './use-board-calls.ts'

/** "Take next". `show` expands an order's row and focuses it. */
export function useTakeNext(show: (order: BoardOrder) => void) {
  const { store } = useServices()
  const calls = useBoardCalls()
  const [isTaking, setTaking] = useState(false)
  const running = useRef(false)
  /**
   * Kept until the reply is certain, so that an order whose reply was lost is found again before
   * its assignment expires. Clicks right after a reply belong to the same burst and get the same
   * order.
   */
  const key = useRef<{ text: string; untilMs: number }>(undefined)

  const arrive = (order: BoardOrder | null) => {
    if (!order) return pushToast(store, { kind: 'info', title: 'No orders need action.', text: nothingLeft })
    // Typing is not interrupted; the order is listed among the admin's own.
    if (isTyping(document.activeElement))
      return pushToast(store, { kind: 'info', title: 'Assigned to you.', text: nameOf(order) })
    show(order)
  }
  const take = async () => {
    if (running.current) return
    running.current = true
    setTaking(true)
    const nowMs = performance.now()
    if (!key.current || nowMs >= key.current.untilMs)
      key.current = { text: newKey(), untilMs: nowMs + assignmentMs }
    const currentKey = key.current
    try {
      arrive(await calls.takeNext(currentKey.text))
      currentKey.untilMs = performance.now() + burstMs
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500
      if (isRefused) key.current = undefined
      pushToast(
        store,
        isRefused ? { kind: 'bad', title: 'No order was assigned.', text: messageOf(error) } : lost,
      )
    } finally {
      running.current = false
      setTaking(false)
    }
  }
  return { take, isTaking }
}

/** A click within this time after a reply was made without reading the reply, in ms. */
const burstMs = burst.ms

/** How long a taken order stays assigned; equals the server's `assignmentMs`. In ms. */
const assignmentMs = 5 * 60_000

const lost = {
  kind: 'bad',
  title: 'No response.',
  text: 'An order may be assigned to you. Try again, you’ll get the same one.',
} as const
const nothingLeft = 'All orders that need action are assigned.'
