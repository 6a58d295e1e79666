import { createHash, randomBytes } from 'node:crypto'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { isMacOf, macOf, type SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import type { CookieOptions, Request } from 'express'
import { cookieName, cookieOptions, readCookie } from './read-cookie.ts'

export type DeviceEnv = SecretEnv & Pick<Env, 'PUBLIC_URL'>

const rememberedMs = 400 * 24 * 3_600_000

/**
 * Marks a browser as known to an account after a sign-in. A known browser has its own limit of
 * wrong passwords, so that strangers' attempts cannot lock out the owner, and needs no proof of
 * work before a code is sent to the account's number. The cookie grants nothing else.
 */
export function rememberDevice(
  env: DeviceEnv,
  email: string,
  setCookie: (name: string, value: string, options: CookieOptions) => void,
): void {
  const id = randomBytes(16).toString('base64url')
  const cookieValue = `${id}.${macOf(env, 'device', deviceText(email, id))}`
  setCookie(cookieName(cookieFor(email), env), cookieValue, cookieOptions(env, rememberedMs))
}

/** Whether a request has the cookie of any account, genuine or not. */
export const hasDevice = ({ headers }: Request): boolean => headers.cookie?.includes('device_') ?? false

/**
 * The id of a browser that is known to the account; undefined without a cookie with a valid MAC.
 */
export function knownDevice(env: DeviceEnv, request: Request, email: string): string | undefined {
  const [id = '', mac = ''] = readCookie(request, cookieName(cookieFor(email), env))?.split('.') ?? []
  if (!/^[\w-]{22}$/.test(id) || mac === '') return undefined
  return isMacOf(env, { purpose: 'device', stored: mac }, deviceText(email, id)) ? id : undefined
}

const normalise = (email: string) => email.trim().toLowerCase()
const deviceText = (email: string, id: string) => `${normalise(email)} ${id}`

/** One cookie for each account, so that people who share a browser are all known. */
const cookieFor = (email: string) =>
  `device_${createHash('sha256').update(normalise(email)).digest('hex').slice(0, 12)}`
