import { type IUser, publishRevoked, revokeSessions } from '@jhatpat/shared/domain/accounts/index.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import type { Service } from './service-harness.ts'

export type AccessChange = Partial<Pick<IUser, 'role' | 'isBlocked' | 'passwordHash'>>

/**
 * Blocks or unblocks an account, sets another role or password, or, with no change, ends all its sessions:
 * as the shop does it, without an actor and a reason.
 */
export async function changeAccess(
  { _id }: Pick<IUser, '_id'>,
  set: AccessChange,
  { clock, publisher }: Pick<Service['deps'], 'clock' | 'publisher'>,
): Promise<{ after: IUser; ended: number }> {
  const after = await inTransaction((session) =>
    revokeSessions(session, _id.toHexString(), { now: clock.now(), set }),
  )
  return { after, ended: await publishRevoked(after, { publisher }) }
}
