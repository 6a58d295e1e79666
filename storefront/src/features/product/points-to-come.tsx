import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** What an order of the chosen item earns. */
export function PointsSkeleton({ points }: { points: number | undefined }) {
  if (!points) return null
  return (
    <p className="earn centre">
      <img src="/art/items/points.svg" alt="" width={22} height={22} />
      {t('You earn {points} points when it is delivered.', { points: points.toFixed(2) })}
    </p>
  )
}
