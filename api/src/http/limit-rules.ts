import { createHash } from 'node:crypto'
import { proveAccount } from '@jhatpat/shared/contracts/account-proof.ts'
import { login } from '@jhatpat/shared/contracts/accounts.ts'
import { uploadImage } from '@jhatpat/shared/contracts/admin-gallery.ts'
import { askErasureCodes, requestErasure } from '@jhatpat/shared/contracts/erasure.ts'
import type { ErrorCode } from '@jhatpat/shared/contracts/errors.ts'
import { hostedSignIn } from '@jhatpat/shared/contracts/hosted.ts'
import * as invitations from '@jhatpat/shared/contracts/invitations.ts'
import { checkId, createOrder, createWalletOrder } from '@jhatpat/shared/contracts/orders.ts'
import { tracePayment } from '@jhatpat/shared/contracts/payment-trace.ts'
import { exportPersonalData } from '@jhatpat/shared/contracts/personal-data.ts'
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
  /** Counts only tries with wrong credentials, so that frequent sign-ins are not limited. */
  onlyWrongCredentials?: true
  /** Calls refused with one of these cost next to nothing, and are not counted. */
  freeRefusals?: readonly ErrorCode[]
  /** Whether a call is not counted. */
  isExempt?(request: Request, response: Response): Promise<boolean>
  /** The owners get a mail when half of it is used. */
  alertsAtHalf?: true
  /**
   * Requires a proof of work before a call is counted: always, or once half of the limit is used.
   */
  work?: {
    from: 'always' | 'half'
    /** What the proof is valid for. */
    about(request: Request): string
    isExempt?(request: Request): Promise<boolean>
  }
  /** Whether a rejection offers to mail a sign-in link. */
  offersLink?(request: Request): boolean
  /**
   * Rejects all calls while Redis is unavailable: separate counters per process would allow more
   * guesses.
   */
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

/** Counts every call without a session. */
export const publicRule = (env: LimitEnv) => perMinute('public', env.LIMIT_PER_ADDRESS, address)

/** Counts every call of a signed-in user. */
export const callerRule = (env: LimitEnv) => perMinute('calls', env.LIMIT_PER_CALLER, caller)

/**
 * Calls with narrower limits, in the order of counting: a call rejected by one limit is not counted
 * by the next.
 */
export function ownRules(route: AnyRoute, env: LimitEnv): LimitRule[] {
  switch (route) {
    case login:
      return loginRules(env, accountOf, (request) => !isKnownDevice(env, request))
    case proveAccount:
      return [...proofRules, ...loginRules(env, accountOfCaller)]
    case signUp.createAccount:
    case signUp.otpLogin:
      return [...requestOtpRules, ...smsRules(env)]
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
      return [strictRule('link-address', 30, { windowMs: 15 * minuteMs, keyOf: address })]
    case askErasureCodes:
    case signUp.askContactCode:
      return [strictRule('contact-code', 5, { windowMs: 15 * minuteMs, keyOf: caller })]
    case requestErasure:
    case signUp.verifyContact:
      return [strictRule('contact-try', 20, { windowMs: 15 * minuteMs, keyOf: caller })]
    case hostedSignIn:
      return [strictRule('hosted-address', 60, { windowMs: 15 * minuteMs, keyOf: address })]
    case factor.secondFactorSignIn:
      return factorRules
    case factor.confirmSecondFactor:
    case factor.renewRecoveryCodes:
    case factor.turnOffSecondFactor:
      return [strictRule('factor-code', 10, { windowMs: 15 * minuteMs, keyOf: caller })]
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
    // Each picture is re-encoded in several sizes.
    case uploadImage:
      return [perMinute('upload', 30, caller)]
    case exportPersonalData:
      return [exportRule]
    case topUp:
      return [perMinute('topup', env.LIMIT_ORDERS, caller)]
    default:
      return []
  }
}

/** An export reads all orders of a customer, also for a client that leaves in the middle. */
const exportRule: LimitRule = {
  ...perMinute('personal-data', 5, caller),
  windowMs: 60 * minuteMs,
  freeRefusals: ['proof_required', 'contact_frozen'],
}

/**
 * Limits for one address against many accounts, one address against one account, and many addresses
 * against one account. A browser that is known to the account has its own counters for the last
 * two, so that strangers cannot lock out the owner.
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

/** Whether the account of a sign-in was signed in to from this browser before. */
const isKnownDevice = (env: DeviceEnv, request: Request): boolean =>
  knownDevice(env, request, accountOf(request)) !== undefined

/** Beyond it an account accepts no password from an unknown browser. */
export const accountLockRule = strictRule('login-account', 30, { windowMs: 15 * minuteMs, keyOf: account })

/**
 * Each costs a text message, and may annoy its recipient. Many customers of a mobile carrier share
 * an address. One address has a lower limit for a number than the number itself, so that a stranger
 * cannot use up the owner's codes.
 */
const requestOtpRules: LimitRule[] = [
  strictRule('otp-address', 60, { windowMs: 60 * minuteMs, keyOf: address }),
  strictRule('otp-address-number', 3, { windowMs: 15 * minuteMs, keyOf: addressAndNumber }),
  strictRule('otp-address-number-day', 5, { windowMs: dayMs, keyOf: addressAndNumber }),
  strictRule('otp-number', 5, { windowMs: 15 * minuteMs, keyOf: number }),
  strictRule('otp-number-day', 10, { windowMs: dayMs, keyOf: number }),
]

/**
 * Limits the cost of text messages in an hour, over all addresses and numbers. Exempt are numbers
 * that have bought, and numbers that are not Indian mobiles, to which nothing is sent.
 */
const smsRules = (env: LimitEnv): LimitRule[] => [
  {
    ...strictRule('sms-prefix', env.SMS_CODES_PER_PREFIX, { windowMs: 60 * minuteMs, keyOf: prefixOfNumber }),
    isExempt: costsNoBudget,
  },
  {
    ...strictRule('sms-shop', env.SMS_CODES_PER_HOUR, { windowMs: 60 * minuteMs, keyOf: () => 'shop' }),
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

/**
 * In addition to the five tries of each code: ten codes a day leave 50 guesses out of a million.
 */
const tryOtpRules: LimitRule[] = [
  strictRule('otp-try-address', 100, { windowMs: 15 * minuteMs, keyOf: address }),
  strictRule('otp-try-number', 20, { windowMs: 15 * minuteMs, keyOf: number }),
  strictRule('otp-try-number-day', 60, { windowMs: dayMs, keyOf: number }),
]

/**
 * In addition to the five tries of each ticket, of which the password gives any number: ten an hour
 * at three codes in a million.
 */
const factorRules: LimitRule[] = [
  {
    ...strictRule('factor-address', 30, { windowMs: 15 * minuteMs, keyOf: address }),
    onlyWrongCredentials: true,
  },
  {
    ...strictRule('factor-account', 10, { windowMs: 60 * minuteMs, keyOf: accountOfTicket }),
    onlyWrongCredentials: true,
  },
]

/**
 * In addition to the limits of sign-in: with only the session there are 20 guesses an hour, from
 * any address.
 */
const proofRules: LimitRule[] = [
  {
    ...strictRule('proof', 5, { windowMs: 15 * minuteMs, keyOf: caller }),
    onlyWrongCredentials: true,
  },
]

const forgetRules: LimitRule[] = [
  strictRule('forget-address', 30, { windowMs: 60 * minuteMs, keyOf: address }),
  strictRule('forget-account', 3, { windowMs: 15 * minuteMs, keyOf: account }),
  strictRule('forget-account-day', 10, { windowMs: dayMs, keyOf: account }),
]

/** Each costs a mail, and always a proof of work. */
const signInLinkRules: LimitRule[] = [
  strictRule('signin-link-address', 30, { windowMs: 60 * minuteMs, keyOf: address }),
  {
    ...strictRule('signin-link-account', 3, { windowMs: 15 * minuteMs, keyOf: account }),
    work: { from: 'always', about: account },
  },
  strictRule('signin-link-account-day', 10, { windowMs: dayMs, keyOf: account }),
]

function strictRule(name: string, limit: number, when: Pick<LimitRule, 'windowMs' | 'keyOf'>): LimitRule {
  return { name, limit, ...when, isClosed: true }
}

/** The mobile number that a code is requested for or tried with. */
function mobileOf(request: Request): string {
  const { mobile, mobileNumber } = (request.body ?? {}) as { mobile?: unknown; mobileNumber?: unknown }
  return String(mobile ?? mobileNumber ?? '')
    .trim()
    .slice(0, 20)
}

function number(request: Request): string {
  return hashOf(mobileOf(request))
}

/** An IPv6 caller has a whole network, which is counted as one address. */
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

/**
 * The common prefix of an account's tickets: unique to the account, and unknown without one of
 * them.
 */
function accountOfTicket(request: Request): string {
  return hashOf(String((request.body as { ticket?: unknown } | undefined)?.ticket ?? '').slice(0, 16))
}

/** The account of a sign-in, which may not exist. */
function accountOf(request: Request): string {
  const email = (request.body as { email?: unknown } | undefined)?.email
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 254) : ''
}

/** The same key as for sign-in, so that wrong passwords add up. */
function accountOfCaller(_request: Request, response: Response): string {
  return (response.locals.caller as Caller).email.trim().toLowerCase().slice(0, 254)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

function caller(_request: Request, response: Response): string {
  return (response.locals.caller as Caller).userId
}
