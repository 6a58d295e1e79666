import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { spanText } from '@jhatpat/shared/ui/format/ist-time.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import type { FormMessageContent } from './form-message.tsx'
import { triesLeftOf, triesText, usedUpText } from './otp-tries.ts'

const minuteMs = 60_000

/** Why a request was refused, and when or how often it can be repeated if the server says so. */
export function refusal(error: unknown, title: string): FormMessageContent {
  const triesLeft = triesLeftOf(error)
  if (triesLeft === 0) return { kind: 'bad', title: usedUpText, text: 'Request a new one.' }
  if (triesLeft !== undefined) return { kind: 'bad', title, text: triesText(triesLeft) }
  const waitMs = error instanceof ApiError && error.status === 429 ? error.retryAfterMs : undefined
  if (waitMs === undefined) return { kind: 'bad', title }
  const wholeMs = waitMs > minuteMs ? Math.ceil(waitMs / minuteMs) * minuteMs : waitMs
  return { kind: 'bad', title, text: t('Try again in {span}.', { span: spanText(wholeMs) }) }
}
