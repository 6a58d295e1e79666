import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { spanText } from '@jhatpat/shared/ui/format/ist-time.ts'
import { inEnglish } from '@jhatpat/shared/ui/texts/translate.ts'
import type { FormMessageContent } from './form-message.tsx'

const minuteMs = 60_000

/** Why a request was refused, and when it can be repeated if the server says so. */
export function refusal(error: unknown, title: string): FormMessageContent {
  const waitMs = error instanceof ApiError && error.status === 429 ? error.retryAfterMs : undefined
  if (waitMs === undefined) return { kind: 'bad', title }
  const wholeMs = waitMs > minuteMs ? Math.ceil(waitMs / minuteMs) * minuteMs : waitMs
  return { kind: 'bad', title, text: `You can try again in ${inEnglish(() => spanText(wholeMs))}.` }
}
