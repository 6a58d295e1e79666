import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import * as accounts from '@jhatpat/shared/contracts/accounts.ts'
import { opsToken, updateOrder } from '@jhatpat/shared/contracts/admin.ts'
import { verifyAuditChain } from '@jhatpat/shared/contracts/audit.ts'
import { hostedSignIn } from '@jhatpat/shared/contracts/hosted.ts'
import { orderStatus } from '@jhatpat/shared/contracts/orders.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import * as secondFactor from '@jhatpat/shared/contracts/second-factor.ts'
import * as signUp from '@jhatpat/shared/contracts/sign-up.ts'
import { revealSecret } from '@jhatpat/shared/contracts/vault.ts'
import { topUpStatus } from '@jhatpat/shared/contracts/wallet.ts'
import type { QuietMode } from '@jhatpat/shared/domain/recovery/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { RequestHandler } from 'express'

/** Calls that a quiet shop still answers although they are no GET: signing in, and reading by POST. */
const allowedPosts: ReadonlySet<AnyRoute> = new Set<AnyRoute>([
  accounts.login,
  accounts.logout,
  accounts.validateUser,
  accounts.revokeSession,
  accounts.revokeOtherSessions,
  secondFactor.secondFactorSignIn,
  secondFactor.setUpSecondFactor,
  secondFactor.confirmSecondFactor,
  proveAccount,
  hostedSignIn,
  signUp.otpLogin,
  signUp.otpTimer,
  signUp.verifyOtp,
  signUp.signInByLink,
  orderStatus,
  topUpStatus,
  revealSecret,
  verifyAuditChain,
  opsToken,
])

/** Whether a quiet shop answers a call. Calls that are new are refused unless they only read. */
export const isAllowedWhileQuiet = (route: AnyRoute): boolean =>
  allowedPosts.has(route) || (route.method === 'GET' && route !== (updateOrder as AnyRoute))

/** @throws AppError `shop_restoring` while the shop is quiet */
export const refuseWhileQuiet =
  ({ current }: Pick<QuietMode, 'current'>): RequestHandler =>
  (_request, _response, next) => {
    if (current()) throw new AppError('shop_restoring')
    next()
  }
