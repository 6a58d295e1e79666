import type { ClientSession } from 'mongoose'
import { AuditModel, auditTarget, type IAuditRow } from '../audit/index.ts'
import { dayStart } from './balance-rules.ts'

type Adjustment = { adminId: string; userId: string; amountPaise: number; at: Date }

/**
 * How much an admin has put into a wallet today without a second one, in paise; where `amountPaise` is negative, how
 * much was taken out. Read in the transaction that moves more: two who are under way at once write the same wallet,
 * so that one of them reads again.
 */
export async function adjustedTodayPaise(
  tx: ClientSession,
  { adminId, userId, amountPaise, at }: Adjustment,
): Promise<number> {
  const own = { action: 'balance.adjust' as const, 'by.userId': adminId }
  const today = { target: auditTarget.user(userId), at: { $gte: dayStart(at) } }
  const rows = await AuditModel.find({ ...today, ...own }, { after: 1 }, { session: tx }).lean<
    Pick<IAuditRow, 'after'>[]
  >()
  return rows
    .map(({ after }) => Number(after.amountPaise))
    .filter((earlierPaise) => earlierPaise > 0 === amountPaise > 0)
    .reduce((sum, earlierPaise) => sum + Math.abs(earlierPaise), 0)
}
