import { type ReactNode, Suspense } from 'react'
import { LoadBoundary } from './load-boundary.tsx'

type OptionalProps = { meanwhile?: ReactNode; children: ReactNode }

/** Around a part that comes by itself and that its page can do without until then. */
export function Optional({ meanwhile = null, children }: OptionalProps) {
  return (
    <LoadBoundary quiet={meanwhile}>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </LoadBoundary>
  )
}
