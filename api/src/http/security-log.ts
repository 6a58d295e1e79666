import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import { login, logout, revokeOtherSessions, revokeSession } from '@jhatpat/shared/contracts/accounts.ts'
import { opsToken } from '@jhatpat/shared/contracts/admin.ts'
import { hostedSignIn } from '@jhatpat/shared/contracts/hosted.ts'
import { acceptInvitation } from '@jhatpat/shared/contracts/invitations.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import { secondFactorSignIn } from '@jhatpat/shared/contracts/second-factor.ts'
import { resetPassword, signInByLink, verifyOtp } from '@jhatpat/shared/contracts/sign-up.ts'
import type { Caller } from '@jhatpat/shared/domain/accounts/index.ts'
import type { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { macOf, type SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import type { Request, Response } from 'express'
import { clientRequestId, contextOf, redactUrl } from './request-log.ts'

/** The actor and origin of a request, without anything that the actor typed or claims. */
type RequestActor = {
  requestId: string
  callersId?: string
  ip: string
  userId?: string
  role?: string
  staffRole?: string
}

/** Logs a completed call that may be investigated later. */
export function logCompleted(
  log: Logger,
  route: AnyRoute,
  [request, response, reply]: [Request, Response, unknown],
) {
  const event = eventOf(route)
  if (!event) return
  const named = event === 'sign_in' ? { userId: idOfUser(reply) } : {}
  const decided = event === 'admin_decision' ? { call: callOf(route), ...decisionFields(request) } : {}
  log.info({ event, ...requestActor(request, response), ...named, ...decided }, event.replaceAll('_', ' '))
}

/** For logging error replies; the key pseudonymises accounts and numbers. */
export type RefusalDeps = { log: Logger; env: SecretEnv }

/**
 * Logs a rejection that may be part of an attack: wrong credentials, a missing permission, too many
 * tries. Beyond a limit only the first try in its window is logged, so that an attack does not fill
 * the log.
 */
export function logRefusal(
  { log, env }: RefusalDeps,
  error: AppError,
  [request, response]: [Request, Response],
): void {
  const route = response.locals.route as AnyRoute | undefined
  const limit = response.locals.limit as { rule: string; isFirst: boolean } | undefined
  // The password was correct, so it is no attack.
  if (error.code === 'second_factor_required') return
  const failed = failureOf(route, error)
  const isLogged = failed || error.status === 403 || (error.status === 429 && limit?.isFirst !== false)
  if (!isLogged) return
  log.warn(
    {
      event: failed ?? 'refused',
      code: error.code,
      call: route ? callOf(route) : `${request.method} ${redactUrl(request.path)}`,
      ...requestActor(request, response),
      ...(limit ? { limit: limit.rule } : {}),
      ...pseudonymsIn(request, route, env),
    },
    error.code,
  )
}

/** The event of a failed credential that may be a guess. */
function failureOf(route: AnyRoute | undefined, { status, code }: AppError): string | undefined {
  if (route === proveAccount && (['password_wrong', 'second_factor_mismatch'] as string[]).includes(code))
    return 'proof_failed'
  const isWrongCode = (['otp_mismatch', 'otp_expired', 'second_factor_mismatch'] as string[]).includes(code)
  if ((route === login || route === hostedSignIn) && status === 401) return 'sign_in_failed'
  if (isWrongCode)
    return route === verifyOtp || route === secondFactorSignIn ? 'sign_in_failed' : 'code_failed'
  return code === 'link_corrupted' || code === 'invitation_unknown' ? 'link_failed' : undefined
}

const signIns: readonly AnyRoute[] = [
  login,
  signInByLink,
  verifyOtp,
  hostedSignIn,
  secondFactorSignIn,
  acceptInvitation,
]

function eventOf(route: AnyRoute): string | undefined {
  if (signIns.includes(route)) return 'sign_in'
  if (route === proveAccount) return 'proof'
  if (route === resetPassword) return 'password_reset'
  if (route === logout) return 'sign_out'
  if (route === revokeSession) return 'session_revoked'
  if (route === revokeOtherSessions) return 'sign_out_elsewhere'
  if (route === opsToken) return 'queue_pass'
  const isForAdmins = typeof route.auth === 'object'
  const changes = route.method !== 'GET' || route.noStore
  return isForAdmins && changes ? 'admin_decision' : undefined
}

export function requestActor(request: Request, response: Response): RequestActor {
  const caller = response.locals.caller as Caller | undefined
  return {
    requestId: contextOf(request).requestId,
    ip: request.ip ?? '',
    ...clientRequestId(request),
    ...(caller ? { userId: caller.userId, role: caller.role } : {}),
    ...(caller?.staffRole ? { staffRole: caller.staffRole } : {}),
  }
}

export const callOf = ({ method, path }: AnyRoute) => `${method} ${path}`

/** The target and choice of a decision, without typed reasons. */
function decisionFields(request: Request): Record<string, unknown> {
  const body = (request.body ?? {}) as Record<string, unknown>
  const fields = ['to', 'action', 'answer', 'unit', 'version'].filter((name) => name in body)
  const { reason: _reason, ...params } = request.params
  return { about: params, ...Object.fromEntries(fields.map((name) => [name, body[name]])) }
}

/**
 * Pseudonyms of the account or number, which distinguish tries for one from tries for many. Keyed, because
 * all ten-digit numbers can be hashed quickly.
 */
function pseudonymsIn(
  request: Request,
  route: AnyRoute | undefined,
  env: SecretEnv,
): { account?: string; number?: string } {
  const pseudonym = (text: string) => macOf(env, 'log', text.trim()).slice(0, 16)
  const { email, mobile, mobileNumber } = (request.body ?? {}) as Record<string, unknown>
  if (route === login) return typeof email === 'string' ? { account: pseudonym(email.toLowerCase()) } : {}
  const number = mobile ?? mobileNumber
  return typeof number === 'string' ? { number: pseudonym(number) } : {}
}

function idOfUser(reply: unknown): string | undefined {
  return (reply as { user?: { _id?: string } } | undefined)?.user?._id
}
