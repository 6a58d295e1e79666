import { proveAccount as proveCall } from '@jhatpat/shared/contracts/account-proof.ts'
import * as calls from '@jhatpat/shared/contracts/accounts.ts'
import * as secondFactorCalls from '@jhatpat/shared/contracts/second-factor.ts'
import * as accounts from '@jhatpat/shared/domain/accounts/index.ts'
import {
  clientOf,
  listOwnSessions,
  proveAccount,
  revokeOtherSessions,
  revokeOwnSession,
  sessionView,
  signIn,
  signOut,
} from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { rememberDevice } from '../http/known-device.ts'
import type { Mount } from '../http/mount.ts'
import { sessionReply } from './replies.ts'

export function mountAccounts(
  mount: Mount,
  deps: Pick<Deps, 'clock' | 'env' | 'publisher' | 'queues'>,
): void {
  mount(calls.login, async ({ body, ip, userAgent, setCookie }) => {
    const signedIn = await signIn(body, deps, clientOf(ip, userAgent))
    rememberDevice(deps.env, signedIn.user.email, setCookie)
    return sessionReply(signedIn)
  })

  mount(calls.logout, async ({ caller }) => {
    await signOut(caller, deps)
    return { msg: 'Signed out.' }
  })

  mount(proveCall, async ({ caller, body }) => ({
    until: (await proveAccount(deps, caller, body)).toISOString(),
  }))

  mount(calls.sessions, async ({ caller }) => {
    const open = await listOwnSessions(caller, deps.clock.now())
    return { sessions: open.map((session) => sessionView(session, caller)) }
  })

  mount(calls.revokeSession, async ({ caller, params }) => {
    await revokeOwnSession(caller, params.id, deps)
    return { message: 'Signed out.' }
  })

  mount(calls.revokeOtherSessions, async ({ caller }) => ({ ended: await revokeOtherSessions(caller, deps) }))

  mount(calls.validateUser, async ({ caller, body }) => {
    if (!body.requiredRoles.includes(caller.role)) throw new AppError('forbidden')
    return { role: caller.role }
  })
}

export function mountSecondFactor(mount: Mount, deps: Pick<Deps, 'clock' | 'env' | 'publisher'>): void {
  const { isRequired } = accounts.secondFactorPolicy(deps.env)

  mount(secondFactorCalls.secondFactorSignIn, async ({ body, ip, userAgent, setCookie }) => {
    const signedIn = await accounts.signInBySecondFactor(deps, body, accounts.clientOf(ip, userAgent))
    rememberDevice(deps.env, signedIn.user.email, setCookie)
    return sessionReply(signedIn)
  })

  mount(secondFactorCalls.secondFactor, async ({ caller }) => ({
    ...(await accounts.factorStatus(caller)),
    isRequired,
    isOwed: caller.requiresSecondFactor,
  }))

  mount(secondFactorCalls.setUpSecondFactor, ({ caller }) => accounts.setUpFactor(deps, caller))

  mount(secondFactorCalls.confirmSecondFactor, async ({ caller, body }) => ({
    recoveryCodes: await accounts.confirmFactor(deps, caller, body.code),
  }))

  mount(secondFactorCalls.turnOnSecondFactor, async ({ caller, ip }) => ({
    ended: await accounts.enableSecondFactor(deps, { caller, from: ip }),
  }))

  mount(secondFactorCalls.renewRecoveryCodes, async ({ caller, body, ip }) => ({
    recoveryCodes: await accounts.renewRecoveryCodes(deps, { caller, from: ip }, body.code),
  }))

  mount(secondFactorCalls.turnOffSecondFactor, async ({ caller, body, ip }) => ({
    ended: await accounts.disableSecondFactor(deps, { caller, from: ip }, body.code),
  }))
}
