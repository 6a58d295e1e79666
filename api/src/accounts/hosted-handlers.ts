import * as calls from '@jhatpat/shared/contracts/hosted.ts'
import { type HostedDeps, clientOf, signInHosted } from '@jhatpat/shared/domain/accounts/index.ts'
import { rememberDevice } from '../http/known-device.ts'
import type { Mount } from '../http/mount.ts'
import { sessionReply } from './replies.ts'

export function mountHosted(mount: Mount, deps: HostedDeps): void {
  mount(calls.hostedProvider, async () => ({ provider: deps.signInProvider?.client ?? null }))

  mount(calls.hostedSignIn, async ({ body, ip, userAgent, setCookie }) => {
    const signedIn = await signInHosted(deps, body, clientOf(ip, userAgent))
    rememberDevice(deps.env, signedIn.user.email, setCookie)
    return sessionReply(signedIn)
  })
}
