import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import { browserUser, type IUser, type SignedIn } from '@jhatpat/shared/domain/accounts/index.ts'
import { walletBalancePaise } from '@jhatpat/shared/domain/wallet/index.ts'

/** A user as the browser stores it, with the wallet's current balance. */
export async function userReply(user: IUser): Promise<BrowserUser> {
  return browserUser(user, await walletBalancePaise(user._id.toHexString()))
}

/** The reply to a sign-in. */
export async function sessionReply({ token, user, expiresAt }: SignedIn) {
  return { token, user: await userReply(user), expiresAt: expiresAt.toISOString() }
}
