import type { Officer } from '../../contracts/permissions.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { forgetPassword } from '../accounts/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { findToChange } from './find-customer.ts'

/**
 * Has the link for another password mailed, as if its owner had asked for it; that an admin did is written down.
 * @returns the address that it goes to
 * @throws AppError not_found, not_for_role
 */
export async function askPasswordReset(
  deps: Pick<Deps, 'clock' | 'queues'>,
  admin: Author & Officer,
  userId: string,
): Promise<string> {
  const { email } = await findToChange(admin, userId)
  const row = { act: 'password.ask', target: auditTarget.user(userId), before: {}, after: { email } } as const
  const at = deps.clock.now()
  const { userId: by, name, from } = admin
  const author = { userId: by, name, ...(from && { from }) }
  await inTransaction((session) => writeAudit(session, author, { ...row, at, why: '' }))
  await forgetPassword(deps, email)
  return email
}
