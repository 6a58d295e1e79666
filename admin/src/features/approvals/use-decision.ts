import { outcomeOf } from '@jhatpat/shared/browser/outcome.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type ApprovalRequest, decideApprovalRequest } from '@jhatpat/shared/contracts/approval-requests.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../lib/message-of.ts'
import { requestsKey } from '../../lib/requests.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'

type Answer = 'approve' | 'reject' | 'withdraw'

/**
 * Decides a request. The idempotency key is kept until the result is certain, so that a retry
 * cannot decide twice.
 */
export function useDecision({ id }: ApprovalRequest, onMessage: (text: string) => void) {
  const { call } = useServices()
  const queries = useQueryClient()
  const idempotency = useIdempotencyKey()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ decision, reason }: { decision: Answer; reason: string }) => {
      const body = { decision, ...(reason ? { reason } : {}) }
      return call(decideApprovalRequest, { params: { id }, body, idempotencyKey: idempotency.keyFor(body) })
    },
    onSuccess: ({ message }) => onMessage(message),
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => queries.invalidateQueries({ queryKey: requestsKey }),
  })
  return {
    error: error ? messageOf(error) : undefined,
    /** The outcome of the last call is unknown. */
    mayBeDone: error !== null && outcomeOf(error) === 'unclear',
    isSending: (decision: Answer) => isPending && variables.decision === decision,
    send: (decision: Answer, reason = '') => {
      if (!isPending) mutate({ decision, reason })
    },
  }
}
