import { newKey } from '@jhatpat/shared/browser/new-key.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { clearSession } from '@jhatpat/shared/browser/session.ts'
import { ApiError } from '@jhatpat/shared/contracts/http/client.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useRef, useState } from 'react'
import { brand } from '../../lib/brand.ts'
import { useCallKeepingSession } from '../../lib/use-call.ts'
import { useGo, useGoToLogin } from '../../lib/use-go.ts'
import type { PaymentMethod } from './draft.ts'
import { texts } from './texts.ts'

export type OrderDraft = {
  itemid: number
  product_id: string
  userid: string
  input1: string
  input2: string
  paymentmode: PaymentMethod
}

/** How long the warning is read before the login page comes, in ms. */
const expiredMs = 3_000

/** Places the order once, however often it is tapped, and follows the address of the reply. */
export function useBuy(): { placing: boolean; place(draft: OrderDraft): Promise<void> } {
  const [placing, setPlacing] = useState(false)
  const busy = useRef(false)
  const keyFor = useKeyPerDraft()
  const send = useSendOrder()
  const go = useGo()
  const explain = useExplain()

  const place = async (draft: OrderDraft) => {
    if (busy.current) return
    busy.current = true
    setPlacing(true)
    const key = keyFor.of(draft)
    try {
      const next = await send(draft, key)
      keyFor.forget()
      go(next)
    } catch (error) {
      // A refusal is the answer to this key; without any answer the same key makes the repeat harmless.
      if (error instanceof ApiError && error.code !== 'idempotency_in_flight') keyFor.forget()
      explain(error)
    } finally {
      busy.current = false
      setPlacing(false)
    }
  }
  return { placing, place }
}

/** One Idempotency-Key for as long as the draft stays the same and no answer has come. */
function useKeyPerDraft() {
  const kept = useRef<{ draft: string; key: string }>(undefined)
  return {
    of(draft: OrderDraft): string {
      const text = JSON.stringify(draft)
      if (kept.current?.draft !== text) kept.current = { draft: text, key: newKey() }
      return kept.current.key
    },
    forget(): void {
      kept.current = undefined
    },
  }
}

/** Resolves to the address where the browser goes next. */
function useSendOrder(): (draft: OrderDraft, idempotencyKey: string) => Promise<string> {
  const call = useCallKeepingSession()
  const { queries } = useServices()
  return async (draft, idempotencyKey) => {
    const body = { ...draft, key: brand.applicationKey }
    if (draft.paymentmode === 'upi') {
      const { data } = await call('createOrder', { body, idempotencyKey })
      return data.payment_url
    }
    try {
      const { redirect_url } = await call('createWalletOrder', { body, idempotencyKey })
      queries.invalidateQueries({ queryKey: ['balance', draft.userid] })
      return redirect_url
    } catch (error) {
      if (error instanceof ApiError && error.status === 402 && error.reply.redirect_url) {
        return error.reply.redirect_url
      }
      throw error
    }
  }
}

/** Says why there is no order (specification §8). */
function useExplain(): (error: unknown) => void {
  const { store } = useServices()
  const goToLogin = useGoToLogin()
  return (error) => {
    if (!(error instanceof ApiError)) {
      const detail = error instanceof Error ? error.message : String(error)
      const text = `${detail}. Your item and ids are kept, and trying again cannot order twice.`
      pushToast(store, { kind: 'bad', title: texts.networkFailure, text })
      return
    }
    if (error.message === texts.tokenExpired || error.status === 401) {
      pushToast(store, { kind: 'warn', text: texts.sessionExpired })
      setTimeout(() => {
        clearSession(store)
        goToLogin()
      }, expiredMs)
      return
    }
    pushToast(store, { kind: 'bad', text: error.message })
  }
}
