import { opsPass } from '@jhatpat/shared/contracts/admin.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { Mount } from '../http/mount.ts'
import { cookieName, cookieOptions } from '../http/read-cookie.ts'
import { opsPassCookie, opsPassMs, signOpsPass } from './ops-pass.ts'

export function mountOps(mount: Mount, { clock, env }: Pick<Deps, 'clock' | 'env'>): void {
  mount(opsPass, async ({ caller, setCookie }) => {
    const expiresAt = new Date(clock.now().getTime() + opsPassMs)
    const pass = signOpsPass(caller.sessionId, expiresAt, env.SECRET_KEY)
    setCookie(cookieName(opsPassCookie, env), pass, cookieOptions(env, opsPassMs))
    return { url: '/ops/queues', expiresAt: expiresAt.toISOString() }
  })
}
