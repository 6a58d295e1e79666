import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { OpenSession } from '@jhatpat/shared/contracts/accounts.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { counted, plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../lib/use-call.ts'
import { deviceName } from './device-name.ts'

/** Poll interval in ms, within which a sign-in or sign-out on another device shows. */
const askAgainMs = 10_000

/** The devices with an open session, this one first, and how to end the other sessions. */
export function useDevices() {
  const { store } = useServices()
  const call = useCall()
  const [ending, setEnding] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => call('sessions', { signal }),
    staleTime: 0,
    refetchInterval: askAgainMs,
    refetchOnWindowFocus: 'always' as const,
  })

  const run = async (action: string, work: () => Promise<string>) => {
    if (ending) return
    setEnding(action)
    try {
      pushToast(store, { kind: 'ok', title: t('Signed out.'), text: await work() })
    } catch (failure) {
      const text = plainText(failure instanceof Error ? failure.message : String(failure))
      pushToast(store, { kind: 'bad', title: t('Couldn’t sign out. Try again.'), text })
    }
    await refetch()
    setEnding(undefined)
  }
  const end = (device: OpenSession) =>
    run(device.id, async () => {
      await call('revokeSession', { params: { id: device.id } }).catch(unlessOverAlready)
      return deviceName(device)
    })
  const endOthers = () =>
    run('others', async () => {
      const { ended } = await call('revokeOtherSessions')
      return counted(ended, '{n} other device.', '{n} other devices.')
    })

  const devices = data && [...data.sessions].sort((a, b) => Number(b.isThisOne) - Number(a.isThisOne))
  return { devices, error, refetch, ending, end, endOthers }
}

/** A session that has ended by itself meanwhile is the wanted result. */
function unlessOverAlready(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'not_found')) throw error
}
