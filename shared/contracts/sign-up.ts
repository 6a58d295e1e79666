import * as z from 'zod/mini'
import { BrowserUser } from './accounts.ts'
import { emailAddress, idText, isoTime, mobileNumber, newPassword, otpCode, shortText } from './fields.ts'
import { route } from './route.ts'

const registration = {
  name: shortText(80),
  mobileNumber: mobileNumber(),
  email: emailAddress(),
  password: newPassword(),
}
const MessageReply = z.object({ msg: z.string() })
const Link = z.strictObject({ id: idText(), token: idText() })
/** `retryAfter`: in how many seconds another message can be requested. */
const retryAfter = z.optional(z.number())
const CodeReply = z.extend(MessageReply, { retryAfter })
/** 0 is success; an unknown link answers with 1 and its own HTTP status. */
const NumberedReply = z.object({ msg: z.string(), code: z.number() })

export const createAccount = route({
  method: 'POST',
  path: '/auth/createaccount',
  auth: 'public',
  summary: 'Create Account, step one: send a code to the mobile number',
  body: z.strictObject(registration),
  result: CodeReply,
  errors: ['password_common', 'challenge_required', 'too_many_requests', 'service_unavailable'],
  errorField: 'msg',
  asksWork: true,
})

export const verifyAndRegister = route({
  method: 'POST',
  path: '/auth/verifyandregister',
  auth: 'public',
  summary: 'Create Account, step two: the code, and all of step one again',
  body: z.strictObject({ ...registration, otp: otpCode() }),
  result: MessageReply,
  errors: ['otp_expired', 'otp_mismatch', 'password_common', 'too_many_requests', 'service_unavailable'],
  errorField: 'msg',
})

export const verifyMail = route({
  method: 'POST',
  path: '/auth/verifymail/:id/:token',
  auth: 'public',
  summary: 'Verify an e-mail address by the emailed link',
  params: Link,
  body: z.strictObject({ id: z.optional(idText()), token: z.optional(idText()) }),
  result: NumberedReply,
  errors: ['link_corrupted', 'too_many_requests'],
  errorField: 'msg',
})

export const forgetPassword = route({
  method: 'POST',
  path: '/password/forgetpassword',
  auth: 'public',
  summary: 'Mail a password reset link, if the address has an account',
  body: z.strictObject({ email: emailAddress() }),
  result: MessageReply,
  errors: ['too_many_requests', 'service_unavailable'],
  errorField: 'msg',
})

export const resetPassword = route({
  method: 'POST',
  path: '/password/reset-password/:id/:token',
  auth: 'public',
  summary: 'Set a new password by the emailed link; ends all sessions',
  params: Link,
  body: z.strictObject({ password: newPassword() }),
  result: NumberedReply,
  errors: ['link_corrupted', 'password_common', 'contact_frozen', 'too_many_requests', 'service_unavailable'],
  errorField: 'msg',
})

export const askSignInLink = route({
  method: 'POST',
  path: '/auth/sign-in-link',
  auth: 'public',
  summary: 'Mail a sign-in link, if failed passwords have locked the account for new devices',
  body: z.strictObject({ email: emailAddress() }),
  result: MessageReply,
  errors: ['challenge_required', 'too_many_requests', 'service_unavailable'],
  errorField: 'msg',
  asksWork: true,
})

export const signInByLink = route({
  method: 'POST',
  path: '/auth/sign-in-link/:id/:token',
  auth: 'public',
  summary: 'Sign in by the emailed link',
  params: Link,
  result: z.object({ token: z.string(), user: BrowserUser, expiresAt: isoTime() }),
  errors: ['link_corrupted', 'second_factor_required', 'too_many_requests', 'service_unavailable'],
  errorField: 'msg',
})

export const stopOwnerChange = route({
  method: 'POST',
  path: '/auth/owner-change/:id/:token',
  auth: 'public',
  summary: 'By the link mailed to an owner: stop a pending change of an owner’s account',
  params: Link,
  result: MessageReply,
  errors: ['link_corrupted', 'not_found', 'approval_closed', 'approval_expired', 'too_many_requests'],
  errorField: 'msg',
})

const Contact = z.enum(['mobile', 'email'])
/** What `what` names, if it is to be replaced. */
const newContact = { email: z.optional(emailAddress()), mobilenumber: z.optional(mobileNumber()) }

type NewContact = { what: 'email' | 'mobile'; email?: string | undefined; mobilenumber?: string | undefined }
/** A caller who names the email address and gives a number means one of the two, and only the caller knows which. */
const namesItsValue = ({ what, email, mobilenumber }: NewContact): boolean =>
  (what === 'email' ? mobilenumber : email) === undefined

const valueFault = { message: 'must name the contact that is given', path: ['what'] }

export const resolveContactChange = route({
  method: 'POST',
  path: '/auth/contact/:id/:token',
  auth: 'public',
  summary: 'By the link at the old address: undo or confirm a change of an account’s contact',
  params: Link,
  body: z.strictObject({ answer: z.enum(['undo', 'confirm']) }),
  result: MessageReply,
  errors: ['link_corrupted', 'user_changed', 'too_many_requests'],
  errorField: 'msg',
})

export const askContactCode = route({
  method: 'POST',
  path: '/user/contact/code',
  auth: 'session',
  summary:
    'Send a code to the caller’s number or address that our team has set, or to a new one that the caller wants instead',
  body: z.strictObject({ what: Contact, ...newContact }).check(z.refine(namesItsValue, valueFault)),
  result: CodeReply,
  errors: ['not_found', 'forbidden', 'contact_frozen', 'too_many_requests', 'service_unavailable'],
  errorField: 'msg',
})

export const verifyContact = route({
  method: 'POST',
  path: '/user/contact',
  auth: 'session',
  summary:
    'Verify it by that code, after a sign-in or a proof (`/auth/prove`) within five minutes; a new one replaces the former, signs out all other devices and pauses spending for a day',
  body: z
    .strictObject({ what: Contact, otp: otpCode(), ...newContact })
    .check(z.refine(namesItsValue, valueFault)),
  result: z.object({ msg: z.string(), user: BrowserUser }),
  errors: [
    'not_found',
    'forbidden',
    'contact_frozen',
    'email_taken',
    'mobile_taken',
    'proof_required',
    'otp_expired',
    'otp_mismatch',
    'too_many_requests',
    'service_unavailable',
  ],
  errorField: 'msg',
})

export const otpLogin = route({
  method: 'POST',
  path: '/otp/otp-login',
  auth: 'public',
  summary: 'Send a sign-in code to a mobile number, if it has an account',
  body: z.strictObject({ mobile: mobileNumber() }),
  result: z.object({ success: z.boolean(), message: z.string(), retryAfter }),
  errors: ['challenge_required', 'too_many_requests', 'service_unavailable'],
  errorField: 'message',
  asksWork: true,
})

export const otpTimer = route({
  method: 'POST',
  path: '/otp/timer',
  auth: 'public',
  summary: 'How many ms the sign-in code is still valid; 0 when there is none',
  body: z.strictObject({ mobile: mobileNumber() }),
  result: z.object({ success: z.boolean(), timer: z.number(), message: z.string() }),
  errors: ['too_many_requests'],
  errorField: 'message',
})

export const verifyOtp = route({
  method: 'POST',
  path: '/otp/verify-otp',
  auth: 'public',
  summary: 'Sign in with the code that was sent to a mobile number',
  body: z.strictObject({ mobile: mobileNumber(), otp: otpCode() }),
  result: z.object({
    success: z.boolean(),
    message: z.string(),
    token: z.string(),
    user: BrowserUser,
    expiresAt: isoTime(),
  }),
  errors: [
    'otp_expired',
    'otp_mismatch',
    'email_unverified',
    'second_factor_required',
    'too_many_requests',
    'service_unavailable',
  ],
  errorField: 'message',
})

export const editProfile = route({
  method: 'POST',
  path: '/user/edit-profile',
  auth: 'session',
  summary: 'Change one’s name',
  body: z.strictObject({ userid: idText(), name: shortText(80) }),
  result: z.object({ success: z.boolean(), user: BrowserUser, message: z.string() }),
  errors: ['not_found'],
  errorField: 'message',
})
