import type { AnyRoute } from '@jhatpat/shared/contracts/http/route.ts'
import { lackedOf } from '@jhatpat/shared/contracts/permissions.ts'
import { type FactorRule, findCaller, notAllowed } from '@jhatpat/shared/domain/accounts/index.ts'
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
    const lacked = auth === 'session' ? undefined : lackedOf(caller, auth)
    if (lacked) throw notAllowed(caller, lacked)
    next()
  }
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
}
