import { opsPass } from '@jhatpat/shared/contracts/admin.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import type { Mount } from '../http/mount.ts'
import { opsPassCookie, opsPassMs, signOpsPass } from './ops-pass.ts'

export function mountOps(mount: Mount, { clock, env }: Pick<Deps, 'clock' | 'env'>): void {
  mount(opsPass, async ({ caller, setCookie }) => {
    const expiresAt = new Date(clock.now().getTime() + opsPassMs)
    setCookie(opsPassCookie, signOpsPass(caller.sessionId, expiresAt, env.SECRET_KEY), {
      path: '/ops',
      httpOnly: true,
      sameSite: 'strict',
      secure: env.PUBLIC_URL.startsWith('https:'),
      maxAge: opsPassMs,
    })
    return { url: '/ops/queues', expiresAt: expiresAt.toISOString() }
  })
}
