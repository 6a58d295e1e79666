import { storedIntents } from '@jhatpat/shared/browser/intents/stored-intents.ts'
import { type IntentState, useIntent } from '@jhatpat/shared/browser/intents/use-intent.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { keys } from '../../lib/known.ts'
import { plainMessage } from '../../lib/plain-message.ts'
import { useCall } from '../../lib/use-call.ts'
import { useNavigateTo } from '../../lib/use-navigate-to.ts'
import { storeTopUpPurpose } from './purpose.ts'

/** `value` is rupees. */
type TopUpBody = { value: number; userid: string }

/** A top-up whose amount has changed since the tap, and the address where it is paid. */
export type EarlierTopUp = { rupees: number; payAt: string }

export type TopUp = Pick<IntentState<TopUpBody>, 'progress' | 'retry' | 'stopRetrying'> & {
  error: string | undefined
  setError(text: string | undefined): void
  earlier: EarlierTopUp | undefined
  start(rupees: number): void
}

/** The payment provider alone may take 25 s of it. */
const timeoutMs = 45_000

/**
 * Starts a top-up once, however often it is tapped and whatever the network does, and opens its payment page.
 * @param rupees the current input
 * @param productId the product to return to afterwards
 */
export function useTopUp(rupees: number | undefined, productId: string | undefined): TopUp {
  const call = useCall()
  const go = useNavigateTo()
  const { store, queries } = useServices()
  const userid = useAtomValue(userAtom)?.userid
  const [error, setError] = useState<string>()
  const [earlier, setEarlier] = useState<EarlierTopUp>()

  const { progress, retry, stopRetrying, submit } = useIntent<TopUpBody, string>({
    scope: userid && scopeOf(userid),
    choice: String(rupees),
    send: async (body, idempotencyKey) => {
      const { data } = await call('topUp', { body, idempotencyKey, timeoutMs })
      if (productId) storeTopUpPurpose(data.client_txn_id, productId)
      return data.payment_url
    },
    onAnswer: (payAt, { body, about }, isPresent) => {
      if (isPresent && body.value === rupees) {
        go(payAt)
        return 'leaves'
      }
      if (isPresent) setEarlier({ rupees: body.value, payAt })
      else pushToast(store, { kind: 'ok', text: t('{about} started. See My Wallet.', { about }) })
      return undefined
    },
    onRefusal: (failure) => {
      if (failure instanceof ApiError && failure.code === 'upi_paused')
        void queries.invalidateQueries({ queryKey: keys.delays })
      setError(messageOf(failure))
    },
    onNoAnswer: (failure) => {
      const text = t('{reason}. Trying again won’t charge you twice.', {
        reason: plainText(messageOf(failure)),
      })
      pushToast(store, { kind: 'bad', title: t('Something went wrong! Please try again.'), text })
    },
  })
  const start = (value: number) => {
    setError(undefined)
    setEarlier(undefined)
    if (userid) submit({ value, userid }, t('top-up of {sum}', { sum: formatRupees(value) }))
  }
  return { progress, retry, stopRetrying, error, setError, earlier, start }
}

/** The amount of a top-up with an unknown outcome, for the field after a reload. */
export function openAmount(userid: string | undefined): string {
  const open = userid ? storedIntents<TopUpBody>(scopeOf(userid)).find((intent) => intent.open) : undefined
  return open ? String(open.body.value) : ''
}

function scopeOf(userid: string): string {
  return `topup:${userid}`
}

function messageOf(failure: unknown): string {
  if (failure instanceof ApiError) return plainMessage(failure).text
  return failure instanceof Error ? failure.message : String(failure)
}
