import { useQuery } from '@tanstack/react-query'
import { useTimeLeft } from '../../lib/entry/use-time-left.ts'
import { useCall } from '../../lib/use-call.ts'

/**
 * How long the code for this number is still good, in ms, by the server's clock: asked for when the page opens, comes
 * back to the front, or `ask` is called, and counted down between.
 */
export function useOtpTimer(mobile: string) {
  const call = useCall()
  const { data, isError, refetch } = useQuery({
    queryKey: ['otp-timer', mobile],
    queryFn: async ({ signal }) => {
      const { timer } = await call('otpTimer', { body: { mobile }, signal })
      return { endsAt: performance.now() + timer }
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  return { leftMs: useTimeLeft(data?.endsAt), failed: isError, ask: refetch }
}
