import type { PaymentTrace } from '@jhatpat/shared/contracts/payment-trace.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { dayAndTime } from './day-and-time.ts'
import type { PaymentTraceView } from './use-trace-payment.ts'

/** What is said under the answer: who did not answer, and until when we go on. Empty where there is nothing to add. */
export function traceNote({ bank, ledger, supplier, watchedUntil }: PaymentTraceView, now: number): string {
  if (ledger.kind === 'differ') {
    return t('Our books and this order do not agree. Our team has been told and looks into it.')
  }
  const isWatched = watchedUntil !== undefined && Date.parse(watchedUntil) > now
  const until = isWatched ? t('We go on asking until {time}.', { time: dayAndTime(watchedUntil, now) }) : ''
  const silent = [
    ...(bank.kind === 'silent' ? [t('The bank did not answer in time.')] : []),
    ...(supplier.kind === 'silent' ? [t('The supplier did not answer in time.')] : []),
    ...(ledger.kind === 'silent' ? [t('Our books could not be read in time.')] : []),
  ]
  return [...silent, until || (silent.length > 0 ? t('We ask again by ourselves.') : '')]
    .filter(Boolean)
    .join(' ')
}

/** When one of the three was asked, and whether it answered; empty where it was not asked. */
export function askedText({ kind, at }: PaymentTrace): string {
  const time = clockTime(at, { seconds: true })
  switch (kind) {
    case 'answered':
      return t('Answered at {time}', { time })
    case 'silent':
      return t('No answer at {time}', { time })
    case 'differ':
      return t('Did not agree at {time}', { time })
    case 'known':
    case 'not_asked':
      return ''
    default:
      return kind satisfies never
  }
}
