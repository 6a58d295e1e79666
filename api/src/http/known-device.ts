import { createHash, randomBytes } from 'node:crypto'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import { isMacOf, macOf, type SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import type { CookieOptions, Request } from 'express'

const rememberedMs = 400 * 24 * 3_600_000

/**
 * Tells a browser that somebody has signed in with from one that nobody has, for an account: wrong passwords that
 * strangers try elsewhere must not shut the owner's own. It opens nothing.
 */
export function rememberDevice(
  env: SecretEnv & Pick<Env, 'PUBLIC_URL'>,
  email: string,
  setCookie: (name: string, value: string, options: CookieOptions) => void,
): void {
  const id = randomBytes(16).toString('base64url')
  setCookie(cookieFor(email), `${id}.${macOf(env, 'device', claimOf(email, id))}`, {
    ...{ httpOnly: true, sameSite: 'strict', path: '/api/auth/login', maxAge: rememberedMs },
    secure: env.PUBLIC_URL.startsWith('https:'),
  })
}

/** The id of a browser from which this account was signed in before. */
export function knownDevice(env: SecretEnv, request: Request, email: string): string | undefined {
  const name = cookieFor(email)
  const [, value = ''] = (request.headers.cookie ?? '')
    .split(/;\s*/)
    .map((pair) => pair.split('='))
    .find(([one]) => one === name) ?? ['']
  const [id = '', mac = ''] = value.split('.')
  if (!/^[\w-]{22}$/.test(id) || mac === '') return undefined
  return isMacOf(env, { purpose: 'device', stored: mac }, claimOf(email, id)) ? id : undefined
}

const normal = (email: string) => email.trim().toLowerCase()
const claimOf = (email: string, id: string) => `${normal(email)} ${id}`

/** One for each account, so that a browser that two share knows both. */
const cookieFor = (email: string) =>
  `device_${createHash('sha256').update(normal(email)).digest('hex').slice(0, 12)}`
