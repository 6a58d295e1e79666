import type { StaffMember } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction, ignoreDuplicate } from '../../platform/mongo.ts'
import { forgetPassword } from '../accounts/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { findEditableCustomer } from './find-customer.ts'

/**
 * Has the link for another password mailed, as if its owner had asked for it; that an admin did is written down.
 * The log does not have the address: more roles may read it than customers' pages.
 * @param notificationId the same in every try of one request, which sends one mail
 * @returns the address that it goes to
 * @throws AppError not_found, role_not_permitted, customer_blocked
 */
export async function requestPasswordReset(
  deps: Pick<Deps, 'clock' | 'queues'>,
  admin: Actor & StaffMember,
  { userId, notificationId }: { userId: string; notificationId: string },
): Promise<string> {
  const { email, isBlocked } = await findEditableCustomer(admin, userId)
  if (isBlocked) throw new AppError('customer_blocked')
  const _id = `password_reset.send:${notificationId}`
  const row = { action: 'password_reset.send', target: auditTarget.user(userId), before: {}, after: {} } as const
  const at = deps.clock.now()
  const { userId: by, name, from } = admin
  const actor = { userId: by, name, ...(from && { from }) }
  await ignoreDuplicate(() =>
    inTransaction((tx) => writeAudit(tx, actor, { _id, ...row, at, reason: '' })),
  )
  await forgetPassword(deps, { email, notificationId })
  return email
}
