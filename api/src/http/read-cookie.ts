import type { IncomingMessage } from 'node:http'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import type { CookieOptions } from 'express'

type CookieEnv = Pick<Env, 'PUBLIC_URL'>

const isSecure = ({ PUBLIC_URL }: CookieEnv) => PUBLIC_URL.startsWith('https:')

/**
 * A cookie's name. With https, browsers accept `__Host-` only from this host over TLS, so that no
 * other host can set it.
 */
export const cookieName = (name: string, env: CookieEnv): string => (isSecure(env) ? `__Host-${name}` : name)

/** For this host only, its own pages and no script: what `__Host-` requires and more. */
export const cookieOptions = (env: CookieEnv, maxAge: number): CookieOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  path: '/',
  maxAge,
  secure: isSecure(env),
})

/** The value of a request's cookie as it was set, or undefined. */
export function readCookie({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const pair = (headers.cookie ?? '').split(/; */).find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
