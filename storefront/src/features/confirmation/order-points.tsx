import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** What an order brought in reward points, or would bring. */
export function OrderPoints({ order: { points, status } }: { order: Order }) {
  if (!points) return null
  const { offered, earned, revoked, late = 0 } = points
  if (earned === 0 && !late && status !== 'Created' && status !== 'Processing') return null
  return (
    <p className="earn">
      <img src="/art/items/points.svg" alt="" width={22} height={22} />
      <span>
        {earned === 0 && late === 0
          ? t('You earn {points} points when it is delivered.', { points: offered.toFixed(2) })
          : t('You earned {points} points.', { points: earned.toFixed(2) })}{' '}
        {late > 0 && `${t('{points} points more because it came late.', { points: late.toFixed(2) })} `}
        {revoked > 0 &&
          t('{points} points were taken back with the refund.', { points: revoked.toFixed(2) })}
        {earned + late > revoked && (
          <AppLink className="link" href="/redeem">
            {t('Redeem them')}
          </AppLink>
        )}
      </span>
    </p>
  )
}
