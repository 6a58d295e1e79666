import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { ReceiptCard, TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { pointsText } from '../../lib/points-text.ts'
import { usePoints, usePointsHistory } from '../../lib/use-points.ts'
import { PointsHistory } from './points-history.tsx'
import { RedeemForm } from './redeem-form.tsx'

/** Reward points: the balance, their value, and their history. */
export default function RedeemScreen() {
  const { data: points, isError } = usePoints()
  const { data: history } = usePointsHistory()
  const isNew = points?.balance === 0 && history?.length === 0
  return (
    <main className="shell narrow">
      <title>{t('Redeem Your Points · Jhatpat')}</title>
      <h1 className="d1 page-h">{t('Redeem Your Points')}</h1>
      <div className="redeem">
        <ReceiptCard aria-label={t('Reward points')}>
          <div className="row between">
            <div>
              <p className="t2 sm">{t('Reward points')}</p>
              <p className="money huge">{points ? pointsText(points.balance) : isError ? '–' : '…'}</p>
            </div>
            <img src="/art/items/points.svg" alt="" width={104} height={104} />
          </div>
          <TearLine />
          <div className="stack stack-4">
            {isNew && (
              <InlineMessage kind="info" title={t('No points yet')}>
                {t('Earn points on every delivered order.')}
              </InlineMessage>
            )}
            {isError && (
              <InlineMessage kind="bad" icon="wifi-off" title={t('Couldn’t load your points')}>
                {t('Your points are safe. Try again.')}
              </InlineMessage>
            )}
            <RedeemForm points={points} />
          </div>
        </ReceiptCard>
        <section className="panel" aria-labelledby="your-points">
          <h2 className="d3" id="your-points">
            {t('Your points')}
          </h2>
          <PointsHistory />
          {points && points.perHundredRupees > 0 && (
            <p className="t3 sm">
              {t(
                points.perHundredRupees === 1
                  ? 'Earn {points} point for every {sum} on delivery. Points never expire.'
                  : 'Earn {points} points for every {sum} on delivery. Points never expire.',
                { points: points.perHundredRupees, sum: formatRupees(100) },
              )}
            </p>
          )}
        </section>
      </div>
    </main>
  )
}
