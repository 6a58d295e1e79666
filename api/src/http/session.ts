import type { AnyRoute } from '@jhatpat/shared/contracts/http/route.ts'
import { missingPermission } from '@jhatpat/shared/contracts/permissions.ts'
import { type SecondFactorPolicy, findCaller, notAllowed } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { Clock } from '@jhatpat/shared/platform/clock.ts'
import type { Request, RequestHandler } from 'express'

/** Puts the caller behind the bearer token into `response.locals.caller`, or refuses. */
export function requireCaller(
  { auth, allowedBeforeSecondFactor, knowsCaller }: Pick<AnyRoute, 'auth' | 'allowedBeforeSecondFactor' | 'knowsCaller'>,
  clock: Clock,
  factorRule: SecondFactorPolicy,
): RequestHandler {
  const rule = { ...factorRule, allowsMissing: allowedBeforeSecondFactor === true }
  if (auth === 'public') return knowsCaller ? noteCaller(clock, rule) : (_request, _response, next) => next()
  return async (request, response, next) => {
    const { caller } = await findCaller(
      bearerToken(request.get('authorization')),
      clock.now(),
      attendedBy(request, rule),
    )
    // Known before it is refused: the log says whose role did not do.
    response.locals.caller = caller
    const lacked = auth === 'session' ? undefined : missingPermission(caller, auth)
    if (lacked) throw notAllowed(caller, lacked)
    next()
  }
}

/** A session that does not stand is as good as none. */
const noteCaller =
  (clock: Clock, rule: SecondFactorPolicy): RequestHandler =>
  async (request, response, next) => {
    const token = bearerToken(request.get('authorization'))
    const found = token
      ? await findCaller(token, clock.now(), attendedBy(request, rule)).catch(noneIfRefused)
      : undefined
    response.locals.callerIfAny = found?.caller
    next()
  }

/** `Unattended` says that the page makes the call by itself, without a person. */
const attendedBy = (request: Request, rule: SecondFactorPolicy): SecondFactorPolicy => ({
  ...rule,
  isUnattended: request.get('unattended') !== undefined,
})

function noneIfRefused(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
}
