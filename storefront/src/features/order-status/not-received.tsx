import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useNow } from '@jhatpat/shared/ui/use-now.ts'
import { Suspense, useState } from 'react'
import { dayAndTime } from './day-and-time.ts'

const ReportForm = lazyComponent(() => import('./report-form.tsx'))

/** Within 48 hours of the delivery: the link to report that it has not arrived. */
export function NotReceived({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false)
  const now = useNow(15_000)
  const { canReportUntil } = order
  if (canReportUntil === undefined) return null
  const time = dayAndTime(canReportUntil, now)
  if (Date.parse(canReportUntil) < now) {
    return (
      <p className="t2 sm">
        {t('You could report issues until {time} (48 hours after delivery).', { time })}
      </p>
    )
  }
  if (!isOpen) {
    return (
      <div className="row between wrap">
        <p className="t2 sm">{t('Didn’t get it? Tell us by {time}.', { time })}</p>
        <Button icon="flag" onClick={() => setIsOpen(true)}>
          {t('Not received')}
        </Button>
      </div>
    )
  }
  return (
    <Suspense fallback={<Skeleton height={420} />}>
      <ReportForm order={order} onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}
