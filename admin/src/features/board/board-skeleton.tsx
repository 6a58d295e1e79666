import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'

/** The board's boxes while its rows load. */
export function BoardSkeleton() {
  return (
    <div className="stack boxes" aria-busy="true">
      <p className="t3 sm" role="status">
        Loading...
      </p>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} height={64} />
      ))}
    </div>
  )
}
