import * as calls from '@jhatpat/shared/contracts/hosted.ts'
import { type HostedDeps, originOf, signInHosted, storedUser } from '@jhatpat/shared/domain/accounts/index.ts'
import { walletBalancePaise } from '@jhatpat/shared/domain/wallet/index.ts'
import type { Mount } from '../http/mount.ts'

export function mountHosted(mount: Mount, deps: HostedDeps): void {
  mount(calls.hostedProvider, async () => ({ provider: deps.signInProvider?.client ?? null }))

  mount(calls.hostedSignIn, async ({ body, ip, userAgent }) => {
    const { token, user, expiresAt } = await signInHosted(deps, body, originOf(ip, userAgent))
    const balancePaise = await walletBalancePaise(user._id.toHexString())
    return { token, user: storedUser(user, balancePaise), expiresAt: expiresAt.toISOString() }
  })
}
