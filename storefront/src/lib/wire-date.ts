import { istDay } from '@jhatpat/shared/ui/format/ist-text.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'

/**
 * The day of an order or top-up as the status calls expect it (dd-mm-yyyy): read from an id such as
 * JP261121K7Q2MD, else today in India.
 */
export function dayOfTxn(clientTxnId: string, now: number = serverNow()): string {
  const day = /^[A-Z]{2}(\d{2})(\d{2})(\d{2})/.exec(clientTxnId)
  if (!day) return istDay(now).split('-').reverse().join('-')
  const [, year, month, date] = day
  return `${date}-${month}-20${year}`
}
