import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import { listProducts } from '@jhatpat/shared/domain/catalogue/index.ts'
import { listDelays } from '@jhatpat/shared/domain/incidents/index.ts'
import type { ApiDeps } from '../realtime/api-deps.ts'

const restoringText = {
  en: 'The shop is being restored after a fault. Your wallet and orders are safe. You can log in, but you cannot buy or top up yet.',
  hi: 'एक गड़बड़ी के बाद शॉप को रीस्टोर किया जा रहा है। आपका वॉलेट और ऑर्डर सुरक्षित हैं। आप लॉग इन कर सकते हैं, पर अभी खरीदारी या टॉप-अप नहीं हो सकता।',
} as const

/** What customers are shown above the pages that sell: a restoration of the shop, and current delays. */
export async function currentDelays(deps: Pick<ApiDeps, 'env' | 'quietMode'>): Promise<Delay[]> {
  const restoration = deps.quietMode.current()
  if (!restoration) return listDelays(deps)
  const since = restoration.startedAt.toISOString()
  const products = (await listProducts()).map(({ _id }) => _id)
  return [{ since, products, isRestoring: true, isReleased: false, ...restoringText, nextUpdateAt: since }]
}
