import * as hostedCalls from '@jhatpat/shared/contracts/hosted.ts'
import * as calls from '@jhatpat/shared/contracts/sign-up.ts'
import * as accounts from '@jhatpat/shared/domain/accounts/index.ts'
import { clientOf, type HostedDeps, signInHosted } from '@jhatpat/shared/domain/accounts/index.ts'
import { changeOwnContact, requestNewContactCode } from '@jhatpat/shared/domain/customers/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { resolveContactChange, stopOwnerChange } from '@jhatpat/shared/domain/staff/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'
import { rememberDevice } from '../http/known-device.ts'
import type { Mount } from '../http/mount.ts'
import { sessionReply, userReply } from './replies.ts'

/**
 * Mounts the calls of sign-up and account recovery; texts quoted in the specification (§8) are kept
 * to the letter.
 */
export function mountSignUp(
  mount: Mount,
  deps: Pick<Deps, 'clock' | 'publisher' | 'env' | 'queues' | 'log'>,
  isSignInLocked: (email: string) => Promise<boolean>,
): void {
  mount(calls.createAccount, async ({ body }) => {
    const retryMs = await accounts.startSignUp(deps, body)
    return { msg: 'OTP sent successfully. Please verify your account.', ...retryIn(retryMs) }
  })

  mount(calls.verifyAndRegister, async ({ body }) => {
    await accounts.finishSignUp(deps, body)
    return { msg: 'Mobile number verified successfully.' }
  })

  mount(calls.verifyMail, async ({ params }) => {
    await accounts.verifyEmail(deps, params)
    return { msg: 'Your email address is verified.', code: 0 }
  })

  mount(calls.forgetPassword, async ({ body }) => {
    await accounts.forgetPassword(deps, { email: body.email })
    return { msg: 'If this email has an account, a link to set another password is on its way to it.' }
  })

  mount(calls.resetPassword, async ({ params, body }) => {
    await accounts.resetPassword(deps, { ...params, ...body })
    return { msg: 'Your password is changed. Log in with it.', code: 0 }
  })

  mount(calls.askSignInLink, async ({ body }) => {
    if (await isSignInLocked(body.email)) await accounts.mailSignInLink(deps, body.email)
    return {
      msg: 'If this account is locked for new devices, a sign-in link is on its way to its email address.',
    }
  })

  mount(calls.signInByLink, async ({ params, ip, userAgent, setCookie }) => {
    const signedIn = await accounts.signInByLink(deps, params, accounts.clientOf(ip, userAgent))
    rememberDevice(deps.env, signedIn.user.email, setCookie)
    return sessionReply(signedIn)
  })

  mount(calls.resolveContactChange, async ({ params, body: { answer } }) => {
    await resolveContactChange(deps, { ...params, answer })
    return {
      msg:
        answer === 'undo'
          ? 'The change is undone, and all devices are signed out. Log in as before.'
          : 'The change is confirmed. You can spend again.',
    }
  })

  mount(calls.stopOwnerChange, async ({ params }) => {
    await stopOwnerChange(deps, params)
    return { msg: 'Stopped. Nothing was changed.' }
  })

  mount(calls.askContactCode, async ({ caller, body }) => {
    const contact = newContactOf(body)
    const retryMs = contact
      ? await requestNewContactCode(deps, caller, contact)
      : await accounts.requestContactCode(deps, caller, body.what)
    return { msg: 'The code is on its way.', ...retryIn(retryMs) }
  })

  mount(calls.verifyContact, async ({ caller, body }) => {
    const contact = newContactOf(body)
    if (contact) {
      const user = await changeOwnContact(deps, caller, { ...contact, otp: body.otp })
      return { msg: 'Changed. All other devices are signed out.', user: await userReply(user) }
    }
    await accounts.verifyContact(deps, caller, body)
    const user = await accounts.findUser(caller.userId)
    if (!user) throw new AppError('not_found')
    return { msg: 'Verified. You can log in with it now.', user: await userReply(user) }
  })

  mount(calls.editProfile, async ({ caller, body }) => {
    const user = await accounts.editProfile(caller, body)
    const message = 'Profile updated successfully, please relogin.'
    return { success: true, user: await userReply(user), message }
  })
}

type ContactBody = { what: 'email' | 'mobile'; email?: string | undefined; mobilenumber?: string | undefined }

const newContactOf = ({ what, email, mobilenumber }: ContactBody) => {
  const value = what === 'email' ? email : mobilenumber
  return value === undefined ? undefined : { what, value }
}

const retryIn = (ms: number) => (ms > 0 ? { retryAfter: Math.ceil(ms / 1_000) } : {})

export function mountOtp(mount: Mount, deps: Pick<Deps, 'clock' | 'env' | 'queues' | 'log'>): void {
  mount(calls.otpLogin, async ({ body }) => {
    const retryMs = await accounts.requestOtp(deps, { purpose: 'sign_in', ...body })
    const message = 'If this number has an account, an OTP is on its way to it.'
    return { success: true, message, ...retryIn(retryMs) }
  })

  mount(calls.otpTimer, async ({ body }) => {
    const timer = await accounts.otpTimeLeft(deps, { purpose: 'sign_in', ...body })
    const message = timer > 0 ? 'The OTP is still good.' : 'Please request a new OTP.'
    return { success: true, timer, message }
  })

  mount(calls.verifyOtp, async ({ body, ip, userAgent, setCookie }) => {
    const signedIn = await accounts.signInByOtp(deps, body, accounts.clientOf(ip, userAgent))
    rememberDevice(deps.env, signedIn.user.email, setCookie)
    return { success: true, message: 'Signed in.', ...(await sessionReply(signedIn)) }
  })
}

export function mountHosted(mount: Mount, deps: HostedDeps): void {
  mount(hostedCalls.hostedProvider, async () => ({ provider: deps.signInProvider?.client ?? null }))

  mount(hostedCalls.hostedSignIn, async ({ body, ip, userAgent, setCookie }) => {
    const signedIn = await signInHosted(deps, body, clientOf(ip, userAgent))
    rememberDevice(deps.env, signedIn.user.email, setCookie)
    return sessionReply(signedIn)
  })
}
