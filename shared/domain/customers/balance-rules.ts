import { formatPaise } from '../../contracts/money.ts'

/** The message after an adjustment; for an addition, as the specification gives it. */
export function adjustmentText(amountPaise: number, name: string): string {
  const amount = formatPaise(Math.abs(amountPaise))
  return amountPaise > 0
    ? `Successfully added ${amount} to ${name}'s wallet. Please Refresh/Reload Page.`
    : `Successfully debited ${amount} from ${name}’s wallet.`
}

/**
 * Whether another admin has to approve: above the limit, and always for one's own wallet.
 * @param earlierPaise what the same admin has added to this wallet that day, or deducted from it; never negative
 */
export function needsSecondAdmin(
  { amountPaise, earlierPaise, userId }: { amountPaise: number; earlierPaise: number; userId: string },
  { adminId, limitPaise }: { adminId: string; limitPaise: number },
): boolean {
  return Math.abs(amountPaise) + earlierPaise > limitPaise || userId === adminId
}

const dayMs = 86_400_000
const istAheadMs = 5.5 * 3_600_000

/** The start of the day in India (IST). */
export function dayStart(at: Date): Date {
  const intoDayMs = (at.getTime() + istAheadMs) % dayMs
  return new Date(at.getTime() - intoDayMs)
}
