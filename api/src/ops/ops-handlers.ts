import { opsToken } from '@jhatpat/shared/contracts/admin.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { Mount } from '../http/mount.ts'
import { cookieName, cookieOptions } from '../http/read-cookie.ts'
import { opsTokenCookie, opsTokenMs, signOpsToken } from './ops-token.ts'

export function mountOps(mount: Mount, { clock, env }: Pick<Deps, 'clock' | 'env'>): void {
  mount(opsToken, async ({ caller, setCookie }) => {
    const expiresAt = new Date(clock.now().getTime() + opsTokenMs)
    const token = signOpsToken(caller.sessionId, expiresAt, env.SECRET_KEY)
    setCookie(cookieName(opsTokenCookie, env), token, cookieOptions(env, opsTokenMs))
    return { url: '/ops/queues', expiresAt: expiresAt.toISOString() }
  })
}
