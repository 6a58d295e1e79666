import type { AnyRoute, RouteAuth } from '@jhatpat/shared/contracts/http/route.ts'
import type { Role } from '@jhatpat/shared/contracts/roles.ts'
import { type FactorRule, findCaller } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { RequestHandler } from 'express'

/** Puts the caller behind the bearer token into `response.locals.caller`, or refuses. */
export function requireCaller(
  { auth, beforeSecondFactor }: Pick<AnyRoute, 'auth' | 'beforeSecondFactor'>,
  clock: Clock,
  factorRule: FactorRule,
): RequestHandler {
  const rule = { ...factorRule, mayBeOwed: beforeSecondFactor === true }
  if (auth === 'public') return (_request, _response, next) => next()
  return async (request, response, next) => {
    const { caller } = await findCaller(bearerToken(request.get('authorization')), clock.now(), rule)
    // Known before it is refused: the log says whose role did not do.
    response.locals.caller = caller
    if (!isAllowed(auth, caller.role)) throw new AppError('forbidden')
    next()
  }
}

function isAllowed(auth: Exclude<RouteAuth, 'public'>, role: Role): boolean {
  return auth === 'session' || auth.includes(role)
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
}
