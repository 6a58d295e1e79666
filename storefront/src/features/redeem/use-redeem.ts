import { useIntent } from '@jhatpat/shared/browser/intents/use-intent.ts'
import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { plainMessage } from '../../lib/plain-message.ts'
import { pointsText } from '../../lib/points-text.ts'
import { balanceKey } from '../../lib/use-balance.ts'
import { useCall } from '../../lib/use-call.ts'
import { pointsKey } from '../../lib/use-points.ts'

type RedeemBody = { value: number; userid: string }

/** The server's message, or the error in the input. */
export type RedeemMessage = { kind: 'ok' | 'bad'; text: string }

/**
 * Redeems points once, however often it is tapped and whatever the network does.
 * @param amount the typed text
 * @param onDone called after the points were converted
 */
export function useRedeem(amount: string, onDone: () => void) {
  const call = useCall()
  const queries = useQueryClient()
  const userid = useAtomValue(userAtom)?.userid
  const [message, setMessage] = useState<RedeemMessage>()
  const refetch = () => {
    queries.invalidateQueries({ queryKey: [pointsKey] })
    if (userid) queries.invalidateQueries({ queryKey: balanceKey(userid) })
  }
  const { progress, retry, stopRetrying, submit } = useIntent<RedeemBody, string>({
    scope: userid && `redeem:${userid}`,
    choice: amount,
    send: async (body, idempotencyKey) => (await call('redeemPoints', { body, idempotencyKey })).msg,
    onAnswer: (text) => {
      setMessage({ kind: 'ok', text })
      onDone()
      refetch()
      return undefined
    },
    onRefusal: (failure) => {
      setMessage({ kind: 'bad', text: messageOf(failure) })
      refetch()
    },
    onNoAnswer: (failure) => setMessage({ kind: 'bad', text: messageOf(failure) }),
  })
  const redeem = (value: number) => {
    setMessage(undefined)
    if (userid) submit({ value, userid }, t('{points} points', { points: pointsText(value) }))
  }
  return { progress, retry, stopRetrying, message, setMessage, redeem }
}

function messageOf(failure: unknown): string {
  if (failure instanceof ApiError) return plainMessage(failure).text
  return failure instanceof Error ? failure.message : String(failure)
}
