import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { OfflineBanner, type OfflineBannerProps } from '@jhatpat/shared/ui/offline-banner.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import PageAnnouncer from '../../lib/page-announcer.ts'
import { scriptAddress } from '../../lib/proof/script-address.ts'
import { useCall } from '../../lib/use-call.ts'

/** Delay in ms after which everything the first page needs has loaded. */
const afterMs = 3_000

// In development there is none: it would cache files that are being edited.
if (import.meta.env.PROD) setTimeout(() => registerWorker().catch(() => undefined), afterMs)

/**
 * What the shop's frame needs only after its first render: the banner without a network, the service worker, order
 * notifications, and the announcement of pages.
 */
export default function OfflineFeatures(props: OfflineBannerProps) {
  const call = useCall()
  const userId = useAtomValue(userAtom)?._id
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    import('../../lib/push/restore-own-push.ts')
      .then(({ restoreOwnPush }) => restoreOwnPush(userId, call))
      .catch((error: unknown) => console.error('Whose news this device shows could not be settled.', error))
  }, [userId, call])
  useRefetchOnline()
  return (
    <>
      <OfflineBanner {...props} />
      <PageAnnouncer />
    </>
  )
}

/**
 * What failed is fetched again as soon as there is a network: the query client does so only if it has been online
 * before, not on a page that was opened offline.
 */
function useRefetchOnline(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const refetch = () => {
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error' && state.fetchStatus === 'idle',
      })
    }
    addEventListener('online', refetch)
    return () => removeEventListener('online', refetch)
  }, [queries])
}

/**
 * Registers the service worker, which opens the shop without a network and shows order notifications. A
 * browser without one shows the same shop.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(scriptAddress('/service-worker.js'))
}
