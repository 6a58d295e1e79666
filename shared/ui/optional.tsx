import { type ReactNode, Suspense } from 'react'
import { LoadBoundary } from './load-boundary.tsx'

type OptionalProps = { meanwhile?: ReactNode; children: ReactNode }

/** Wraps a component that its page can do without until it has loaded. */
export function Optional({ meanwhile = null, children }: OptionalProps) {
  return (
    <LoadBoundary quiet={meanwhile}>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </LoadBoundary>
  )
}
