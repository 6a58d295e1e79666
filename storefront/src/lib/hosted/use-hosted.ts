import { hostedMark } from '@jhatpat/shared/browser/session.ts'
import type { HostedProvider } from '@jhatpat/shared/contracts/hosted.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSignedIn } from '../sign-in/use-signed-in.ts'
import { type NamedCall, useCall } from '../use-call.ts'
import type { HostedProof } from './hosted-client.ts'

/** The external sign-in: fetched once, and only by pages that link to it. */
export const hostedQuery = (call: NamedCall) => ({
  queryKey: ['hosted provider'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call('hostedProvider', { signal })).provider,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Fetches it with the button's query; null if there is none. */
export function useHostedProvider(): () => Promise<HostedProvider | null> {
  const queries = useQueryClient()
  const call = useCall()
  return useCallback(() => queries.fetchQuery(hostedQuery(call)), [queries, call])
}

/** Has the api check the proof, and stores the session that it opens. */
export function useHostedSignIn(): (proof: HostedProof) => Promise<void> {
  const call = useCall()
  const signedIn = useSignedIn()
  return useCallback(
    async (proof) => {
      const reply = await call('hostedSignIn', { body: proof })
      localStorage.setItem(hostedMark, 'true')
      signedIn(reply)
    },
    [call, signedIn],
  )
}
