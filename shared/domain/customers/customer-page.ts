import type { customer } from '../../contracts/customers.ts'
import type { ResultOf } from '../../contracts/http/route.ts'
import { toRupees } from '../../contracts/money.ts'
import type { StaffMember } from '../../contracts/permissions.ts'
import type { Clock } from '../../platform/clock.ts'
import type { IUser } from '../accounts/index.ts'
import { type Actor, auditTarget, recordView } from '../audit/index.ts'
import { customerTotals } from '../orders/index.ts'
import { pointsBalance, toPoints } from '../points/index.ts'
import { userView } from '../users/index.ts'
import { walletBalancePaise } from '../wallet/index.ts'
import { findCustomer } from './find-customer.ts'

/**
 * Writes down that an admin looks, before a part of the page is told.
 * @returns whom they look at
 * @throws AppError not_found
 */
export async function recordCustomerView(clock: Clock, admin: Actor, userId: string): Promise<IUser> {
  const user = await findCustomer(userId)
  await recordView(clock, admin, { action: 'customer.view', target: auditTarget.user(userId) })
  return user
}

type CustomerPage = Omit<ResultOf<typeof customer>, 'approvalAbove'>

/**
 * The head of a customer's page. That the admin looked is written down before anything is told.
 * @throws AppError not_found
 */
export async function customerPage(
  { clock }: { clock: Clock },
  admin: Actor & StaffMember,
  userId: string,
): Promise<CustomerPage> {
  const user = await recordCustomerView(clock, admin, userId)
  const [balancePaise, points, figures] = await Promise.all([
    walletBalancePaise(userId),
    pointsBalance(userId),
    customerTotals(userId),
  ])
  const { spentPaise, heldPaise, ...counts } = figures
  return {
    user: userView(user, balancePaise),
    lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
    points: toPoints(points),
    orders: { ...counts, spent: toRupees(spentPaise), held: toRupees(heldPaise) },
  }
}
