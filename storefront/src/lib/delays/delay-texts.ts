import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { language, t } from '@jhatpat/shared/ui/texts/translate.ts'

/** The shop's text about a delay and its next update, in the user's language. */
export function delayText({ en, hi, isReleased, nextUpdateAt, ...delay }: Delay): string {
  if (delay.idChecksDown || delay.isRestoring) return language() === 'hi' ? hi : en
  const more = isReleased
    ? t('We’re sending pending orders now, oldest first.')
    : t('Next update by {time}.', { time: clockTime(nextUpdateAt) })
  return `${language() === 'hi' ? hi : en} ${more}`
}
