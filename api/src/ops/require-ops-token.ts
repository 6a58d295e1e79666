import { isAllowed } from '@jhatpat/shared/contracts/permissions.ts'
import {
  findCallerBySession,
  type SecondFactorPolicy,
  secondFactorPolicy,
} from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import type { RequestHandler } from 'express'
import { cookieName, readCookie } from '../http/read-cookie.ts'
import { opsTokenCookie, readOpsToken } from './ops-token.ts'

/**
 * Admits admins with the token of `POST /api/ops/pass`; other callers get a page with the reason.
 */
export function requireOpsToken({ clock, env }: Pick<Deps, 'clock' | 'env'>): RequestHandler {
  const rule = secondFactorPolicy(env)
  return async (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store')
    const token = readCookie(request, cookieName(opsTokenCookie, env))
    const sessionId = readOpsToken(token, env.SECRET_KEY, clock.now())
    const caller = sessionId && (await callerOf(sessionId, clock.now(), rule))
    if (!caller) {
      const text = 'Sign in at <a href="/admin">/admin</a> and open the queues from there.'
      response.status(401).send(pageOf('Sign in first', text))
      return
    }
    if (!isAllowed(caller, 'incidents.manage')) {
      response.status(403).send(pageOf('For admins only', 'Your account may not see the queues.'))
      return
    }
    response.locals.caller = caller
    next()
  }
}

async function callerOf(sessionId: string, now: Date, rule: SecondFactorPolicy) {
  try {
    return (await findCallerBySession(sessionId, now, rule)).caller
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function pageOf(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`
}
