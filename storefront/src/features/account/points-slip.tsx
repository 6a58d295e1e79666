import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { ReceiptCard, TearLine } from '@jhatpat/shared/ui/receipt-card.tsx'
import { pointsText } from '../../lib/points-text.ts'
import { usePoints } from '../../lib/use-points.ts'

/** How many reward points there are, and the way to spend them. */
export function PointsCard() {
  const { data, isError } = usePoints()
  return (
    <ReceiptCard className="money-slip" aria-label="Reward points">
      <div className="row between">
        <div>
          <h2 className="t2 sm">Reward points</h2>
          <p className="money huge">{data ? pointsText(data.balance) : isError ? '–' : '…'}</p>
        </div>
        <img src="/art/items/points.svg" alt="" width={72} height={72} />
      </div>
      <TearLine />
      <div className="row wrap money-actions">
        <ButtonLink href="/redeem" icon="gift">
          Redeem
        </ButtonLink>
      </div>
    </ReceiptCard>
  )
}
