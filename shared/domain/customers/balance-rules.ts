import { formatPaise } from '../../contracts/money.ts'

/** Said when a wallet was changed; for what was added, the specification's words. */
export function adjustmentText(amountPaise: number, name: string): string {
  const amount = formatPaise(Math.abs(amountPaise))
  return amountPaise > 0
    ? `Successfully added ${amount} to ${name}'s wallet. Please Refresh/Reload Page.`
    : `Successfully took ${amount} out of ${name}'s wallet. Please Refresh/Reload Page.`
}

/**
 * Whether another admin must agree: to much money, and to any in one's own wallet.
 * @param earlierPaise what the same admin put into the same wallet that day, or took out of it; never negative
 */
export function needsSecondAdmin(
  { amountPaise, earlierPaise, userId }: { amountPaise: number; earlierPaise: number; userId: string },
  { adminId, limitPaise }: { adminId: string; limitPaise: number },
): boolean {
  return Math.abs(amountPaise) + earlierPaise > limitPaise || userId === adminId
}

const dayMs = 86_400_000
const istAheadMs = 5.5 * 3_600_000

/** When the day began in India. */
export function dayStart(at: Date): Date {
  const intoDayMs = (at.getTime() + istAheadMs) % dayMs
  return new Date(at.getTime() - intoDayMs)
}
