import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'

/** Placeholders for rows that are loading; `height` in px. */
export function WaitRows({ rows, height }: { rows: number; height: number }) {
  return (
    <div className="stack boxes" aria-busy="true">
      <p className="t3 sm" role="status">
        Loading...
      </p>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are fixed
        <Skeleton key={row} height={height} />
      ))}
    </div>
  )
}
