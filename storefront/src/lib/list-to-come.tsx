import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'

const places = ['first', 'second', 'third', 'fourth', 'fifth']

/** Rows of a list while it loads. */
export function ListSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      {places.map((place) => (
        <Skeleton key={place} height={64} radius="var(--radius-lg)" />
      ))}
    </div>
  )
}
