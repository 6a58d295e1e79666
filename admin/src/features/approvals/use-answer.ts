import { newKey } from '@jhatpat/shared/browser/new-key.ts'
import { outcomeOf } from '@jhatpat/shared/browser/outcome.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminRequest, answerAdminRequest } from '@jhatpat/shared/contracts/admin-requests.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { requestsKey } from '../../lib/requests.ts'

type Answer = 'approve' | 'refuse' | 'withdraw'

/** The answer to one request. Its keys stay the same for as long as the request is shown, so it is given once. */
export function useAnswer({ id }: AdminRequest, onSaid: (text: string) => void) {
  const { call } = useServices()
  const queries = useQueryClient()
  const [key] = useState(newKey)
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ answer, reason }: { answer: Answer; reason: string }) =>
      call(answerAdminRequest, {
        ...{ params: { id }, body: { answer, ...(reason ? { reason } : {}) } },
        idempotencyKey: answer === 'refuse' ? newKey() : `${key}-${answer}`,
      }),
    onSuccess: ({ message }) => onSaid(message),
    onSettled: () => queries.invalidateQueries({ queryKey: requestsKey }),
  })
  return {
    error: error ? messageOf(error) : undefined,
    /** No sure answer came. */
    mayBeDone: error !== null && outcomeOf(error) === 'unclear',
    isSending: (answer: Answer) => isPending && variables.answer === answer,
    send: (answer: Answer, reason = '') => {
      if (!isPending) mutate({ answer, reason })
    },
  }
}
