import * as z from 'zod/mini'
import { idText, isoTime, StaffRole } from './fields.ts'
import { paths } from './paths.ts'
import { Role } from './roles.ts'
import { route } from './route.ts'

const StringFlag = z.enum(['true', 'false'])

/** The signed-in user as the browser stores it (specification §3). */
export const BrowserUser = z.object({
  _id: z.string(),
  userid: z.string(),
  name: z.string(),
  email: z.string(),
  mobilenumber: z.string(),
  role: Role,
  balance: z.number(),
  verified: StringFlag,
  isBlocked: StringFlag,
  /** The admin's staff role. */
  staffRole: z.optional(StaffRole),
  /**
   * Contacts that a staff member has set and the owner has not verified: no code and no link is
   * sent there.
   */
  unproved: z.optional(z.array(z.enum(['mobile', 'email']))),
  /** Until when nothing can be spent after such a change: ISO 8601 UTC. */
  frozenUntil: z.optional(isoTime()),
})
export type BrowserUser = z.output<typeof BrowserUser>

export const login = route({
  method: 'POST',
  path: '/auth/login',
  auth: 'public',
  summary: 'Sign in with e-mail and password',
  body: z.strictObject({
    email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  result: z.object({ token: z.string(), user: BrowserUser, expiresAt: isoTime() }),
  errors: [
    'invalid_credentials',
    'account_blocked',
    'email_unverified',
    'second_factor_required',
    'too_many_requests',
  ],
  errorField: 'msg',
})

export const logout = route({
  ...paths.logout,
  auth: 'session',
  allowedBeforeSecondFactor: true,
  summary: 'Sign out: the token stops working at once',
  body: z.strictObject({}),
  result: z.object({ msg: z.string() }),
  errors: [],
  errorField: 'msg',
})

/**
 * A device that is signed in. `address` lacks its last part, `device` is like `Chrome on Android`;
 * both may be empty.
 */
export const OpenSession = z.object({
  id: z.string(),
  createdAt: isoTime(),
  lastUsedAt: isoTime(),
  expiresAt: isoTime(),
  address: z.string(),
  device: z.string(),
  isThisOne: z.boolean(),
})
export type OpenSession = z.output<typeof OpenSession>

export const sessions = route({
  method: 'GET',
  path: '/auth/sessions',
  auth: 'session',
  allowedBeforeSecondFactor: true,
  summary: 'The caller’s sessions, the last used first',
  result: z.object({ sessions: z.array(OpenSession) }),
  errors: [],
  errorField: 'message',
})

export const revokeSession = route({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  auth: 'session',
  allowedBeforeSecondFactor: true,
  summary: 'Sign out one session, which may be this one',
  params: z.strictObject({ id: idText() }),
  result: z.object({ message: z.string() }),
  errors: ['not_found'],
  errorField: 'message',
})

export const revokeOtherSessions = route({
  method: 'DELETE',
  path: '/auth/sessions',
  auth: 'session',
  allowedBeforeSecondFactor: true,
  summary: 'Sign out all other sessions',
  result: z.object({ ended: z.number() }),
  errors: [],
  errorField: 'message',
})

export const validateUser = route({
  ...paths.validateUser,
  auth: 'session',
  allowedBeforeSecondFactor: true,
  summary: 'The role of the token’s user; 403 when it is not one of the required roles',
  body: z.strictObject({ requiredRoles: z.array(Role).check(z.minLength(1), z.maxLength(3)) }),
  result: z.object({ role: Role }),
  errors: ['forbidden'],
  errorField: 'message',
})

export const myOrders = route({
  method: 'GET',
  path: '/user/myorder/:_id',
  auth: 'session',
  summary: 'Count a user’s orders',
  params: z.strictObject({ _id: idText() }),
  result: z.object({ total_order: z.number(), completed: z.number(), refunded: z.number() }),
  errors: ['not_found'],
  errorField: 'message',
})
