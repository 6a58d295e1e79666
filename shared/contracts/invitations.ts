import * as z from 'zod/mini'
import { BrowserUser } from './accounts.ts'
import { emailAddress, idText, isoTime, newPassword, StaffRole, shortText } from './fields.ts'
import { route } from './route.ts'

const MessageReply = z.object({ message: z.string() })
const invitationId = z.strictObject({ id: idText() })
const EmptyBody = z.strictObject({})

export const inviteToTeam = route({
  method: 'POST',
  path: '/admin/team/invitations',
  auth: { permission: 'staff.manage' },
  summary:
    'Invite a person without an account to the back office by mail; where there are two owners, both must agree',
  body: z.strictObject({
    email: emailAddress(),
    name: shortText(80),
    staffRole: StaffRole,
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  }),
  /** `status` `pending`: another owner must approve before anything is mailed. */
  result: z.extend(MessageReply, { status: z.enum(['done', 'pending']) }),
  errors: ['email_has_account', 'invitation_open'],
  errorField: 'message',
})

export const resendInvitation = route({
  method: 'POST',
  path: '/admin/team/invitations/:id/resend',
  auth: { permission: 'staff.manage' },
  summary: 'Mail a new link for an invitation; the previous link stops working',
  params: invitationId,
  body: EmptyBody,
  result: MessageReply,
  errors: ['not_found', 'email_has_account', 'invitation_closed'],
  errorField: 'message',
})

export const revokeInvitation = route({
  method: 'POST',
  path: '/admin/team/invitations/:id/revoke',
  auth: { permission: 'staff.manage' },
  summary: 'Revoke an invitation: its link stops working',
  params: invitationId,
  body: EmptyBody,
  result: MessageReply,
  errors: ['not_found', 'invitation_closed'],
  errorField: 'message',
})

/** An emailed link: the token is in the body, so that it does not appear in an address. */
const link = { id: idText(), token: idText() }
const linkErrors = ['invitation_unknown', 'invitation_used', 'invitation_ended', 'too_many_requests'] as const

export const readInvitation = route({
  method: 'POST',
  path: '/auth/invitation',
  auth: 'public',
  summary: 'What an emailed link invites to; the link stays valid',
  body: z.strictObject(link),
  result: z.object({
    name: z.string(),
    email: z.string(),
    staffRole: StaffRole,
    /** The inviter's name. */
    by: z.string(),
    /** The link is valid until then. */
    until: isoTime(),
  }),
  errors: linkErrors,
  errorField: 'message',
})

export const acceptInvitation = route({
  method: 'POST',
  path: '/auth/invitation/accept',
  auth: 'public',
  summary: 'Create the account of an invitation, with a password, and sign in; the link is consumed',
  body: z.strictObject({ ...link, password: newPassword() }),
  result: z.object({ token: z.string(), user: BrowserUser, expiresAt: isoTime() }),
  errors: [...linkErrors, 'password_common', 'email_has_account', 'service_unavailable'],
  errorField: 'message',
})
