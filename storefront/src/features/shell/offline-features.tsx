import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { OfflineBanner, type OfflineBannerProps } from '@jhatpat/shared/ui/offline-banner.tsx'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { scriptAddress } from '../../lib/proof/script-address.ts'
import { useCall } from '../../lib/use-call.ts'

/** All that the first page needs is here by then, in ms. */
const afterMs = 3_000

// In development there is none: it would keep what one is changing.
if (import.meta.env.PROD) setTimeout(() => registerWorker().catch(() => undefined), afterMs)

/** What the shop has for being without a network or out of sight: its banner, its worker, and whose news it shows. */
export default function OfflineFeatures(props: OfflineBannerProps) {
  const call = useCall()
  const userId = useAtomValue(userAtom)?._id
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    import('../../lib/push/restore-own-push.ts')
      .then(({ restoreOwnPush }) => restoreOwnPush(userId, call))
      .catch((error: unknown) => console.error('Whose news this device shows could not be settled.', error))
  }, [userId, call])
  return <OfflineBanner {...props} />
}

/**
 * Brings the service worker, which opens the shop without a network and shows news of orders. The page does without it:
 * a browser that has none, or lets none in, shows the same shop.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(scriptAddress('/service-worker.js'))
}
