import { createHash } from 'node:crypto'
import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { uploadImage } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { hostedSignIn } from '@jhatpat/shared/contracts/hosted.ts'
import * as invitations from '@jhatpat/shared/contracts/invitations.ts'
import { checkId, createOrder, createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { tracePayment } from '@jhatpat/shared/contracts/payment-trace.ts'
import type { AnyRoute } from '@jhatpat/shared/contracts/route.ts'
import * as factor from '@jhatpat/shared/contracts/second-factor.ts'
import * as signUp from '@jhatpat/shared/contracts/sign-up.ts'
import { replyToTicket } from '@jhatpat/shared/contracts/tickets.ts'
import { revealSecret } from '@jhatpat/shared/contracts/vault.ts'
import { topUp } from '@jhatpat/shared/contracts/wallet.ts'
import { type Caller, findUserByMobile } from '@jhatpat/shared/domain/accounts/index.ts'
import { isIndianMobile } from '@jhatpat/shared/domain/notifications/index.ts'
import { isBuyersMobile } from '@jhatpat/shared/domain/orders/index.ts'
import type { Env } from '@jhatpat/shared/platform/env.ts'
import type { SecretEnv } from '@jhatpat/shared/platform/secret-key.ts'
import type { Request, Response } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import { type DeviceEnv, hasDevice, knownDevice } from './known-device.ts'

export type LimitEnv = Pick<
  Env,
  | 'LIMIT_PER_CALLER'
  | 'LIMIT_PER_ADDRESS'
  | 'LIMIT_ORDERS'
  | 'LIMIT_CALLBACKS'
  | 'LIMIT_PAGES'
  | 'LIMIT_MEDIA'
  | 'SMS_CODES_PER_HOUR'
  | 'SMS_CODES_PER_PREFIX'
  | 'PUBLIC_URL'
> &
  SecretEnv

export type LimitRule = {
  /** In the counters' keys and in the log. */
  name: string
  limit: number
  windowMs: number
  keyOf(request: Request, response: Response): string
  /** Counts tries with wrong credentials alone, so that signing in often is no offence. */
  onlyWrongCredentials?: true
  /** Whether a call is not counted. */
  isExempt?(request: Request, response: Response): Promise<boolean>
  /** The owners get a mail when half of it is used. */
  alertsAtHalf?: true
  /** Asks for a proof of work before a call is counted: always, or once half of the limit is used. */
  work?: {
    from: 'always' | 'half'
    /** What the proof is good for. */
    about(request: Request): string
    isExempt?(request: Request): Promise<boolean>
  }
  /** Whether a refusal offers to mail a sign-in link. */
  offersLink?(request: Request): boolean
  /** Lets nobody through while Redis is away: each process counting for itself would let guesses through. */
  isClosed?: true
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const perMinute = (name: string, limit: number, keyOf: LimitRule['keyOf']): LimitRule => ({
  name,
  limit,
  windowMs: minuteMs,
  keyOf,
})

/** What every call without a session counts towards. */
export const publicRule = (env: LimitEnv) => perMinute('public', env.LIMIT_PER_ADDRESS, address)

/** What every call of someone signed in counts towards. */
export const callerRule = (env: LimitEnv) => perMinute('calls', env.LIMIT_PER_CALLER, caller)

/** Calls that are limited more narrowly, in the order in which they are counted: what one refuses the next never sees. */
export function ownRules(route: AnyRoute, env: LimitEnv): LimitRule[] {
  switch (route) {
    case login:
      return loginRules(env, accountOf, (request) => !isKnownDevice(env, request))
    case proveAccount:
      return [...proofRules, ...loginRules(env, accountOfCaller)]
    case signUp.createAccount:
    case signUp.otpLogin:
      return [...askOtpRules, ...smsRules(env)]
    case signUp.verifyAndRegister:
    case signUp.verifyOtp:
      return tryOtpRules
    case signUp.forgetPassword:
      return forgetRules
    case signUp.askSignInLink:
      return signInLinkRules
    case signUp.verifyMail:
    case signUp.resetPassword:
    case signUp.signInByLink:
    case signUp.resolveContactChange:
    case signUp.stopOwnerChange:
    case invitations.readInvitation:
    case invitations.acceptInvitation:
      return [closed('link-address', 30, { windowMs: 15 * minuteMs, keyOf: address })]
    case signUp.askContactCode:
      return [closed('contact-code', 5, { windowMs: 15 * minuteMs, keyOf: caller })]
    case signUp.verifyContact:
      return [closed('contact-try', 20, { windowMs: 15 * minuteMs, keyOf: caller })]
    case hostedSignIn:
      return [closed('hosted-address', 60, { windowMs: 15 * minuteMs, keyOf: address })]
    case factor.secondFactorSignIn:
      return factorRules
    case factor.confirmSecondFactor:
    case factor.renewRecoveryCodes:
    case factor.turnOffSecondFactor:
      return [closed('factor-code', 10, { windowMs: 15 * minuteMs, keyOf: caller })]
    case checkId:
      return [perMinute('checkid', 20, address)]
    case createOrder:
      return [perMinute('order', env.LIMIT_ORDERS, caller)]
    case createWalletOrder:
      return [perMinute('wallet-order', env.LIMIT_ORDERS, caller)]
    case replyToTicket:
      return [perMinute('reply', 6, caller)]
    case revealSecret:
      return [perMinute('reveal', 20, caller)]
    case tracePayment:
      return [perMinute('money', 12, caller)]
    // Each picture is written anew, in several sizes.
    case uploadImage:
      return [perMinute('upload', 30, caller)]
    case topUp:
      return [perMinute('topup', env.LIMIT_ORDERS, caller)]
    default:
      return []
  }
}

/**
 * One address against many accounts, one address against one, and many addresses against one. A browser that is known to
 * the account has its own counters for the last two, so that strangers cannot lock out the owner.
 */
const loginRules = (
  env: LimitEnv,
  accountOf: LimitRule['keyOf'],
  offersLink?: LimitRule['offersLink'],
): LimitRule[] => {
  const orDevice =
    (keyOf: (request: Request, account: string) => string): LimitRule['keyOf'] =>
    (request, response) => {
      const account = accountOf(request, response)
      const device = knownDevice(env, request, account)
      return device === undefined ? keyOf(request, account) : `device ${device}`
    }
  const onlyWrongCredentials = true
  return [
    { ...perMinute('login-address', 60, address), onlyWrongCredentials, isClosed: true },
    { ...perMinute('login', 10, orDevice(addressAndAccount)), onlyWrongCredentials, isClosed: true },
    {
      ...accountLockRule,
      keyOf: orDevice((_request, account) => accountKey(account)),
      onlyWrongCredentials,
      ...(offersLink && { offersLink }),
    },
  ]
}

/** Whether the account that a sign-in names was signed in to from this browser before. */
const isKnownDevice = (env: DeviceEnv, request: Request): boolean =>
  knownDevice(env, request, accountOf(request)) !== undefined

/** Beyond it an account takes no password from a browser that it does not know. */
export const accountLockRule = closed('login-account', 30, { windowMs: 15 * minuteMs, keyOf: account })

/**
 * Each costs a text message, and annoys whom it reaches. Many customers of a mobile carrier share an address. One
 * address gets less for a number than the number has, so that a stranger leaves its owner some.
 */
const askOtpRules: LimitRule[] = [
  closed('otp-address', 60, { windowMs: 60 * minuteMs, keyOf: address }),
  closed('otp-address-number', 3, { windowMs: 15 * minuteMs, keyOf: addressAndNumber }),
  closed('otp-address-number-day', 5, { windowMs: dayMs, keyOf: addressAndNumber }),
  closed('otp-number', 5, { windowMs: 15 * minuteMs, keyOf: number }),
  closed('otp-number-day', 10, { windowMs: dayMs, keyOf: number }),
]

/**
 * What text messages may cost in an hour, whatever addresses and numbers are used. Not for numbers that have bought, nor
 * for those that no Indian mobile has, to which nothing is sent.
 */
const smsRules = (env: LimitEnv): LimitRule[] => [
  {
    ...closed('sms-prefix', env.SMS_CODES_PER_PREFIX, { windowMs: 60 * minuteMs, keyOf: prefixOfNumber }),
    isExempt: costsNoBudget,
  },
  {
    ...closed('sms-shop', env.SMS_CODES_PER_HOUR, { windowMs: 60 * minuteMs, keyOf: () => 'shop' }),
    isExempt: costsNoBudget,
    alertsAtHalf: true,
    work: { from: 'half', about: number, isExempt: (request) => isOwnBrowser(env, request) },
  },
]

/** Whether the number's account was signed in to from this browser before. */
async function isOwnBrowser(env: DeviceEnv, request: Request): Promise<boolean> {
  if (!hasDevice(request)) return false
  const user = await findUserByMobile(mobileOf(request))
  return user !== null && knownDevice(env, request, user.email) !== undefined
}

/** Determined once for all rules of a call. */
function costsNoBudget(request: Request, { locals }: Response): Promise<boolean> {
  const mobile = mobileOf(request)
  locals.costsNoBudget ??= isIndianMobile(mobile) ? isBuyersMobile(mobile) : Promise.resolve(true)
  return locals.costsNoBudget as Promise<boolean>
}

const prefixOfNumber: LimitRule['keyOf'] = (request) => mobileOf(request).slice(0, 5)

/** Beside the five tries of each code: ten codes a day leave 50 guesses at a million. */
const tryOtpRules: LimitRule[] = [
  closed('otp-try-address', 100, { windowMs: 15 * minuteMs, keyOf: address }),
  closed('otp-try-number', 20, { windowMs: 15 * minuteMs, keyOf: number }),
  closed('otp-try-number-day', 60, { windowMs: dayMs, keyOf: number }),
]

/** Beside the five tries of each ticket, which who has the password gets without end: ten an hour at three codes in a million. */
const factorRules: LimitRule[] = [
  {
    ...closed('factor-address', 30, { windowMs: 15 * minuteMs, keyOf: address }),
    onlyWrongCredentials: true,
  },
  {
    ...closed('factor-account', 10, { windowMs: 60 * minuteMs, keyOf: accountOfTicket }),
    onlyWrongCredentials: true,
  },
]

/** Beside those of sign-in: who has no more than the session gets 20 guesses an hour, whatever the address. */
const proofRules: LimitRule[] = [
  {
    ...closed('proof', 5, { windowMs: 15 * minuteMs, keyOf: caller }),
    onlyWrongCredentials: true,
  },
]

const forgetRules: LimitRule[] = [
  closed('forget-address', 30, { windowMs: 60 * minuteMs, keyOf: address }),
  closed('forget-account', 3, { windowMs: 15 * minuteMs, keyOf: account }),
  closed('forget-account-day', 10, { windowMs: dayMs, keyOf: account }),
]

/** Each costs a mail, and always a proof of work. */
const signInLinkRules: LimitRule[] = [
  closed('signin-link-address', 30, { windowMs: 60 * minuteMs, keyOf: address }),
  {
    ...closed('signin-link-account', 3, { windowMs: 15 * minuteMs, keyOf: account }),
    work: { from: 'always', about: account },
  },
  closed('signin-link-account-day', 10, { windowMs: dayMs, keyOf: account }),
]

function closed(name: string, limit: number, when: Pick<LimitRule, 'windowMs' | 'keyOf'>): LimitRule {
  return { name, limit, ...when, isClosed: true }
}

/** The mobile number that a code is asked for or tried with. */
function mobileOf(request: Request): string {
  const { mobile, mobileNumber } = (request.body ?? {}) as { mobile?: unknown; mobileNumber?: unknown }
  return String(mobile ?? mobileNumber ?? '')
    .trim()
    .slice(0, 20)
}

function number(request: Request): string {
  return hashOf(mobileOf(request))
}

/** IPv6 callers own a whole network, so that is counted as one. */
export function address(request: Pick<Request, 'ip'>): string {
  return ipKeyGenerator(request.ip ?? '')
}

function addressAndNumber(request: Request): string {
  return hashOf(`${address(request)} ${number(request)}`)
}

function addressAndAccount(request: Request, account: string): string {
  return hashOf(`${address(request)} ${account}`)
}

function account(request: Request): string {
  return accountKey(accountOf(request))
}

/** The account of an e-mail address in the counters' keys. */
export const accountKey = (email: string): string => hashOf(email.trim().toLowerCase().slice(0, 254))

/** What all tickets of an account begin with: nobody else's do, and who has none of them can't know it. */
function accountOfTicket(request: Request): string {
  return hashOf(String((request.body as { ticket?: unknown } | undefined)?.ticket ?? '').slice(0, 16))
}

/** The account that a sign-in names, which may not exist. */
function accountOf(request: Request): string {
  const email = (request.body as { email?: unknown } | undefined)?.email
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 254) : ''
}

/** Under the same name as where it signs in, so that wrong passwords add up. */
function accountOfCaller(_request: Request, response: Response): string {
  return (response.locals.caller as Caller).email.trim().toLowerCase().slice(0, 254)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

function caller(_request: Request, response: Response): string {
  return (response.locals.caller as Caller).userId
}
