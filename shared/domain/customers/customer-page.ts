import type { OpenSession } from '../../contracts/accounts.ts'
import type { CustomerTicket, customer, UsedPlayer } from '../../contracts/customers.ts'
import { toRupees } from '../../contracts/money.ts'
import type { StaffMember } from '../../contracts/permissions.ts'
import type { ResultOf } from '../../contracts/route.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Caller, type IUser, listOwnSessions, sessionView } from '../accounts/index.ts'
import { type Actor, auditTarget, recordView } from '../audit/index.ts'
import { customerTickets, customerTotals, playersOf } from '../orders/index.ts'
import { pointsBalance, toPoints } from '../points/index.ts'
import { walletBalancePaise, walletStatement } from '../wallet/index.ts'
import { findCustomer } from './find-customer.ts'
import { userView } from './user-view.ts'

/**
 * Records that an admin views a customer, before any data is returned.
 * @returns the customer
 * @throws AppError `not_found`
 */
export async function recordCustomerView(clock: Clock, admin: Actor, userId: string): Promise<IUser> {
  const user = await findCustomer(userId)
  await recordView(clock, admin, { action: 'customer.view', target: auditTarget.user(userId) })
  return user
}

type CustomerPage = Omit<ResultOf<typeof customer>, 'approvalAbove'>

/**
 * The head of a customer's page. Records the view first.
 * @throws AppError `not_found`
 */
export async function customerPage(
  { clock }: { clock: Clock },
  admin: Actor & StaffMember,
  userId: string,
): Promise<CustomerPage> {
  const user = await recordCustomerView(clock, admin, userId)
  const [balancePaise, points, totals] = await Promise.all([
    walletBalancePaise(userId),
    pointsBalance(userId),
    customerTotals(userId),
  ])
  const { spentPaise, processingPaise, ...counts } = totals
  return {
    user: userView(user, balancePaise),
    lastSeenAt: user.lastSeenAt?.toISOString() ?? null,
    points: toPoints(points),
    orders: { ...counts, spent: toRupees(spentPaise), held: toRupees(processingPaise) },
  }
}

/**
 * In rupees; `isComplete`: the sum covers all entries.
 * @throws AppError `not_found`
 */
export async function customerStatement(
  userId: string,
): Promise<{ balance: number; sum: number; entries: number; isComplete: boolean }> {
  await findCustomer(userId)
  const { balancePaise, sumPaise, ...counted } = await walletStatement(userId)
  return { balance: toRupees(balancePaise), sum: toRupees(sumPaise), ...counted }
}

/** @throws AppError `not_found` */
export async function customerPlayers(userId: string): Promise<{ ids: UsedPlayer[]; hasMore: boolean }> {
  await findCustomer(userId)
  return playersOf(userId)
}

/** @throws AppError `not_found` */
export async function readCustomerTickets(userId: string): Promise<CustomerTicket[]> {
  await findCustomer(userId)
  return customerTickets(userId)
}

/**
 * A customer's active sessions.
 * @throws AppError `not_found`
 */
export async function customerSessions(caller: Caller, userId: string, now: Date): Promise<OpenSession[]> {
  await findCustomer(userId)
  const open = await listOwnSessions({ userId }, now)
  return open.map((session) => sessionView(session, caller))
}
