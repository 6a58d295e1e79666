import * as calls from '@jhatpat/shared/contracts/second-factor.ts'
import * as accounts from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { rememberDevice } from '../http/known-device.ts'
import type { Mount } from '../http/mount.ts'
import { sessionReply } from './replies.ts'

export function mountSecondFactor(mount: Mount, deps: Pick<Deps, 'clock' | 'env' | 'publisher'>): void {
  const { isRequired } = accounts.secondFactorPolicy(deps.env)

  mount(calls.secondFactorSignIn, async ({ body, ip, userAgent, setCookie }) => {
    const signedIn = await accounts.signInBySecondFactor(deps, body, accounts.clientOf(ip, userAgent))
    rememberDevice(deps.env, signedIn.user.email, setCookie)
    return sessionReply(signedIn)
  })

  mount(calls.secondFactor, async ({ caller }) => ({
    ...(await accounts.factorStatus(caller)),
    ...{ isRequired, isOwed: caller.requiresSecondFactor },
  }))

  mount(calls.setUpSecondFactor, ({ caller }) => accounts.setUpFactor(deps, caller))

  mount(calls.confirmSecondFactor, async ({ caller, body }) => ({
    recoveryCodes: await accounts.confirmFactor(deps, caller, body.code),
  }))

  mount(calls.turnOnSecondFactor, async ({ caller, ip }) => ({
    ended: await accounts.enableSecondFactor(deps, { caller, from: ip }),
  }))

  mount(calls.renewRecoveryCodes, async ({ caller, body, ip }) => ({
    recoveryCodes: await accounts.renewRecoveryCodes(deps, { caller, from: ip }, body.code),
  }))

  mount(calls.turnOffSecondFactor, async ({ caller, body, ip }) => ({
    ended: await accounts.disableSecondFactor(deps, { caller, from: ip }, body.code),
  }))
}
