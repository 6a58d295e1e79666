import { useIntent } from '@jhatpat/shared/browser/intents/use-intent.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import type { BodyInputOf, ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { type AdminUser, addUserBalance } from '@jhatpat/shared/contracts/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../lib/me.ts'
import { requestsKey } from '../../lib/requests.ts'
import { refusedBalance } from './user-texts.ts'
import { usersKey } from './users-key.ts'

type Body = BodyInputOf<typeof addUserBalance>
type BalanceReply = ResultOf<typeof addUserBalance>

/**
 * Adjusts a wallet exactly once, despite repeated presses and lost replies: the request is stored
 * with its idempotency key until the result is certain, also across a reload.
 * @param choice the form's current content
 */
export function useBalanceChange(user: AdminUser, choice: string) {
  const { call } = useServices()
  const queries = useQueryClient()
  const me = useMe()
  const [reply, setReply] = useState<BalanceReply & { amount: number }>()
  const [refusal, setRefusal] = useState<{ text: string; field: string | undefined }>()
  const readAgain = () => {
    for (const queryKey of [usersKey, requestsKey]) void queries.invalidateQueries({ queryKey })
  }
  const button = useIntent<Body, BalanceReply>({
    scope: me._id ? `balance:${me._id}:${user._id}` : undefined,
    choice,
    send: (body, idempotencyKey) => call(addUserBalance, { body, idempotencyKey }),
    onAnswer: (answer, { body }) => {
      setReply({ ...answer, amount: body.amount })
      readAgain()
      return undefined
    },
    onRefusal: (error) => setRefusal(refusalOf(error)),
    onNoAnswer: () => undefined,
  })
  return {
    button,
    reply,
    refusal,
    /** @param amount in rupees; negative takes away */
    send: (amount: number, reason: string, about: string) => {
      setRefusal(undefined)
      const { userid: userId, email } = user
      button.submit({ userId, email, amount, ...(reason ? { reason } : {}) }, about)
    },
    forgetRefusal: () => setRefusal(undefined),
  }
}

function refusalOf(error: unknown): { text: string; field: string | undefined } {
  if (!(error instanceof ApiError)) return { text: refusedBalance, field: undefined }
  return { text: error.reply.error ?? refusedBalance, field: error.field }
}
