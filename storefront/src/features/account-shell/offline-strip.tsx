import { connectionAtom } from '@jhatpat/shared/browser/connection.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { serverNow } from '@jhatpat/shared/ui/server-time.ts'
import { useOnline } from '@jhatpat/shared/ui/use-online.ts'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

const OfflineBanner = lazyComponent(() => import('./offline-features.tsx'))

/** A socket that comes back within this time is nobody's business, in ms. */
const graceMs = 3_000

/** The banner across the top while live news can't come, saying from when the picture is. */
export function OfflineStrip() {
  const online = useOnline()
  const connection = useAtomValue(connectionAtom)
  const lostAt = connection.state === 'lost' ? connection.since : undefined
  const [since, setSince] = useState<number>()

  useEffect(() => {
    if (!online) return setSince((known) => known ?? lostAt ?? serverNow())
    if (lostAt === undefined) return setSince(undefined)
    const timer = setTimeout(() => setSince(lostAt), graceMs)
    return () => clearTimeout(timer)
  }, [online, lostAt])

  // Mounted from the start: once offline, its code could not be fetched any more.
  return (
    <Optional>
      <OfflineBanner offline={since !== undefined} since={since ?? 0} />
    </Optional>
  )
}
