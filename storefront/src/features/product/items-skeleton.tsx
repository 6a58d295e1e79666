import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'

const places = Array.from({ length: 12 }, (_, place) => `place-${place + 1}`)

/** Boxes of the final size while the items load. */
export function ItemsSkeleton() {
  return (
    <div className="grid-i" aria-hidden="true">
      {places.map((index) => (
        <Skeleton key={index} className="item-comes" radius="var(--radius-lg)" />
      ))}
    </div>
  )
}
