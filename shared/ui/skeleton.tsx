import type { CSSProperties } from 'react'

export type SkeletonProps = {
  /** Any CSS lengths: the final size of the content. */
  width?: CSSProperties['width'] | undefined
  height?: CSSProperties['height'] | undefined
  /** Width by height instead of a height: `4 / 5`. */
  ratio?: string | undefined
  radius?: CSSProperties['borderRadius'] | undefined
  className?: string | undefined
}

/** Reserves the room of loading content; shows only after 200 ms. Mark the parent `aria-busy`. */
export function Skeleton({ width, height, ratio, radius, className = '' }: SkeletonProps) {
  const style = { width, height, aspectRatio: ratio, borderRadius: radius }
  return <div className={`sk ${className}`.trim()} style={style} aria-hidden="true" />
}

/** A product card that loads, with the exact boxes of the final one. */
export function CardSkeleton() {
  return (
    <div className="card" aria-hidden="true">
      <Skeleton ratio="4 / 5" radius="var(--radius-lg)" />
      <Skeleton height={19.2} width="70%" />
      <Skeleton height={15.6} width="40%" className="disc" />
      <Skeleton height={44} />
    </div>
  )
}
