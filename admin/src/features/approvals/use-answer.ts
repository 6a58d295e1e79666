import { outcomeOf } from '@jhatpat/shared/browser/outcome.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminRequest, answerAdminRequest } from '@jhatpat/shared/contracts/admin-requests.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../lib/message-of.ts'
import { requestsKey } from '../../lib/requests.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'

type Answer = 'approve' | 'refuse' | 'withdraw'

/** The answer to one request. Its key stays the same until an answer is sure, so it is given once. */
export function useAnswer({ id }: AdminRequest, onSaid: (text: string) => void) {
  const { call } = useServices()
  const queries = useQueryClient()
  const idempotency = useIdempotencyKey()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ answer, reason }: { answer: Answer; reason: string }) => {
      const body = { answer, ...(reason ? { reason } : {}) }
      return call(answerAdminRequest, { params: { id }, body, idempotencyKey: idempotency.keyFor(body) })
    },
    onSuccess: ({ message }) => onSaid(message),
    onError: (error) => idempotency.renewIfRefused(error),
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
