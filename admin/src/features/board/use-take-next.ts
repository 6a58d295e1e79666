import { newKey } from '@jhatpat/shared/browser/new-key.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { NetworkError } from '@jhatpat/shared/contracts/http/client.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useRef, useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { isTyping } from './board-keys.ts'
import { nameOf } from './board-texts.ts'
import { useBoardCalls } from './use-board-calls.ts'

/** "Give me the next". `show` opens an order's row and gives it the focus. */
export function useTakeNext(show: (order: BoardOrder) => void) {
  const { store } = useServices()
  const calls = useBoardCalls()
  const [isTaking, setTaking] = useState(false)
  const running = useRef(false)
  /** Kept until an answer is sure: the order of a lost one must not wait for its claim to run out. */
  const key = useRef<string>(undefined)

  const arrive = (order: BoardOrder | null) => {
    if (!order) return pushToast(store, { kind: 'info', title: 'Nothing is left.', text: nothingLeft })
    // What is being written stays; the order is among one's own.
    if (isTyping(document.activeElement))
      return pushToast(store, { kind: 'info', title: 'It is yours.', text: nameOf(order) })
    show(order)
  }
  const take = async () => {
    if (running.current) return
    running.current = true
    setTaking(true)
    key.current ??= newKey()
    try {
      arrive(await calls.takeNext(key.current))
      key.current = undefined
    } catch (error) {
      if (!(error instanceof NetworkError)) key.current = undefined
      pushToast(store, { kind: 'bad', title: 'No order was taken.', text: messageOf(error) })
    } finally {
      running.current = false
      setTaking(false)
    }
  }
  return { take, isTaking }
}

const nothingLeft = 'Every order that needs a person is in somebody’s hands.'
