import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { counted, plainText, type Text, t } from '@jhatpat/shared/ui/texts/translate.ts'

export const usedUpText = 'Five wrong tries. This OTP no longer works.' satisfies Text

/** How often the code of a refused request can still be entered; undefined if the refusal is about something else. */
export const triesLeftOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.reply.triesLeft : undefined

export const triesText = (triesLeft: number): string => counted(triesLeft, '{n} try left.', '{n} tries left.')

/** Why a code was refused, and how often it can still be entered, in one line. */
export function otpErrorText(error: Error): string {
  const triesLeft = triesLeftOf(error)
  if (triesLeft === 0) return `${t(usedUpText)} ${t('Request a new one.')}`
  const text = plainText(error.message)
  return triesLeft === undefined ? text : `${text} ${triesText(triesLeft)}`
}
