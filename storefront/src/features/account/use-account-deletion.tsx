import { useProof } from '@jhatpat/shared/browser/use-proof.tsx'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import type { OwnErasure } from '@jhatpat/shared/contracts/erasure.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../lib/use-call.ts'

const key = ['own-erasure']

/** Whether the account is to be deleted, and what has to be ended before. */
export function useOwnErasure() {
  const call = useCall()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('ownErasure', { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always' as const,
  })
}

export type DeletionCodes = { mobileOtp?: string; emailOtp?: string }

/** Sends a code to each contact, and requests the deletion with them. */
export function useDeletionRequest() {
  const call = useCall()
  const queries = useQueryClient()
  const { withProof, question } = useProof(
    t(
      'No password, or forgot it? Sign out and log in again. For 5 minutes after that, you won’t be asked here.',
    ),
    t('This deletes your account, so we check that it is you.'),
  )
  const codes = useMutation({ mutationFn: () => call('askErasureCodes', { body: {} }) })
  const requesting = useMutation({
    mutationFn: (body: DeletionCodes) => withProof(() => call('requestErasure', { body })),
    onSuccess: (own: OwnErasure) => queries.setQueryData(key, own),
    // It may be refused by something that came between.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'erasure_blocked')
        void queries.invalidateQueries({ queryKey: key })
    },
  })
  return { codes, requesting, question }
}

/** Takes the deletion back. */
export function useKeepAccount() {
  const call = useCall()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('withdrawErasure'),
    onSuccess: (own) => queries.setQueryData(key, own),
  })
}
