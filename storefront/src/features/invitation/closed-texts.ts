import { ApiError } from '@jhatpat/shared/contracts/client.ts'

type ClosedText = { title: string; text: string }

const ended: ClosedText = {
  title: 'Invitation expired',
  text: 'It’s older than 48 hours, was withdrawn, or your inviter no longer has access. Ask for a new invite.',
}
const unknown: ClosedText = {
  title: 'Invitation link isn’t valid',
  text: 'The link is incomplete or a newer email replaced it. Open the latest email or ask your inviter.',
}
const closedTexts: Record<string, ClosedText> = {
  invitation_ended: ended,
  invitation_used: {
    title: 'Already accepted',
    text: 'This invitation was used. Log in with your password.',
  },
  email_has_account: {
    title: 'You already have an account',
    text: 'Log in or reset your password, then ask your inviter to give your account the role.',
  },
}

/** The text for a link that is no longer valid, by error code; without a code, for a missing link. */
export const closedTextOf = (code: string | undefined): ClosedText => closedTexts[code ?? ''] ?? unknown

/** Whether the error means that the link is no longer valid; any other error may be temporary. */
export const isClosed = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'invitation_unknown' || error.code in closedTexts)
