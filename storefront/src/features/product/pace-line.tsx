import type { ItemDeliveryTime } from '@jhatpat/shared/contracts/catalogue.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { deliveryTimeText } from '../../lib/delivery-time-text.ts'

/** Where the page's head keeps its place, so that its first load does not carry this. */
const paceId = 'pace'

/** Beside 'Instant Delivery': how quickly the chosen item came within the last day, where that is measured. */
export function DeliveryTimeLine({ pace }: { pace: ItemDeliveryTime | undefined }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  // Not before both are drawn, which may be at once.
  useEffect(() => setPlace(document.getElementById(paceId)), [])
  if (!place || !pace) return null
  const { medianSeconds, p90Seconds, orders } = pace
  return createPortal(
    <span title={t('Measured on {n} orders of this item in the last 24 hours', { n: orders })}>
      {t('half in {half}, 9 of 10 in {most}', { half: deliveryTimeText(medianSeconds), most: deliveryTimeText(p90Seconds) })}
    </span>,
    place,
  )
}
