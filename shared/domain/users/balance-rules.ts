import { formatPaise } from '../../contracts/money.ts'

/** Said when a wallet was changed; for what was added, the specification's words. */
export function doneText(amountPaise: number, name: string): string {
  const amount = formatPaise(Math.abs(amountPaise))
  return amountPaise > 0
    ? `Successfully added ${amount} to ${name}'s wallet. Please Refresh/Reload Page.`
    : `Successfully took ${amount} out of ${name}'s wallet. Please Refresh/Reload Page.`
}

/** Whether another admin must agree: to much money, and to any in one's own wallet. */
export function needsSecondAdmin(
  { amountPaise, userId }: { amountPaise: number; userId: string },
  { adminId, limitPaise }: { adminId: string; limitPaise: number },
): boolean {
  return Math.abs(amountPaise) > limitPaise || userId === adminId
}
