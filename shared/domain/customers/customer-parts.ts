import type { OpenSession } from '../../contracts/accounts.ts'
import type { CustomerTicket, UsedPlayer } from '../../contracts/customers.ts'
import { toRupees } from '../../contracts/money.ts'
import { type Caller, listOwnSessions, sessionView } from '../accounts/index.ts'
import { playersOf, customerTickets } from '../orders/index.ts'
import { walletStatement } from '../wallet/index.ts'
import { findCustomer } from './find-customer.ts'

/** Rupees; `isWhole`: all entries were added up. @throws AppError not_found */
export async function customerStatement(
  userId: string,
): Promise<{ balance: number; sum: number; entries: number; isComplete: boolean }> {
  await findCustomer(userId)
  const { balancePaise, sumPaise, ...counted } = await walletStatement(userId)
  return { balance: toRupees(balancePaise), sum: toRupees(sumPaise), ...counted }
}

/** @throws AppError not_found */
export async function customerPlayers(userId: string): Promise<{ ids: UsedPlayer[]; hasMore: boolean }> {
  await findCustomer(userId)
  return playersOf(userId)
}

/** @throws AppError not_found */
export async function readCustomerTickets(userId: string): Promise<CustomerTicket[]> {
  await findCustomer(userId)
  return customerTickets(userId)
}

/** Where somebody is signed in. @throws AppError not_found */
export async function customerSessions(caller: Caller, userId: string, now: Date): Promise<OpenSession[]> {
  await findCustomer(userId)
  const open = await listOwnSessions({ userId }, now)
  return open.map((session) => sessionView(session, caller))
}
