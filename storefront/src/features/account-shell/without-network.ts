import { OfflineBanner } from '@jhatpat/shared/ui/offline-banner.tsx'
import { registerWorker } from '../../lib/register-worker.ts'

/** All that the first page needs is here by then, in ms. */
const afterMs = 3_000

// In development there is none: it would keep what one is changing.
if (import.meta.env.PROD) setTimeout(() => registerWorker().catch(() => undefined), afterMs)

export default OfflineBanner
