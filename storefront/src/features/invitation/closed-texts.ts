import { ApiError } from '@jhatpat/shared/contracts/client.ts'

type ClosedText = { title: string; text: string }

const ended: ClosedText = {
  title: 'This invitation is over',
  text: 'Its 48 hours have passed, it was taken back, or who invited you can’t any more. Ask for another one.',
}
const unknown: ClosedText = {
  title: 'This invitation can’t be read',
  text: 'The link was cut short, or a newer mail has brought another one. Open the newest, or ask who invited you.',
}
const closedTexts: Record<string, ClosedText> = {
  invitation_ended: ended,
  invitation_used: {
    title: 'Accepted already',
    text: 'An account was made by this link. Log in with the password that was chosen then.',
  },
  email_has_account: {
    title: 'You have an account already',
    text: 'Log in with it, or set a new password by Forgot password, and ask who invited you to give that account the role.',
  },
}

/** The text for a link that is no longer valid, by error code; without a code, for a missing link. */
export const closedTextOf = (code: string | undefined): ClosedText => closedTexts[code ?? ''] ?? unknown

/** Whether the error means that the link is no longer valid; any other error may be temporary. */
export const isClosed = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'invitation_unknown' || error.code in closedTexts)
