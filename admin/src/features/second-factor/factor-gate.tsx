import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { type ReactNode, Suspense } from 'react'
import { useFactor } from '../../lib/use-factor.ts'

const SetUpFirst = lazyComponent(() => import('./set-up-first.tsx'))

/**
 * Shows only the set-up to an admin who must have a second factor and has none; the server refuses
 * everything else.
 */
export function FactorGate({ children }: { children: ReactNode }) {
  const { data, isPending } = useFactor()
  if (isPending) return <Wait />
  if (!data?.isOwed) return children
  return (
    <Suspense fallback={<Wait />}>
      <SetUpFirst />
    </Suspense>
  )
}

function Wait() {
  return (
    <div className="empty" role="status">
      <p>Loading...</p>
    </div>
  )
}
