import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** `31 s`, `2 min`, `1 h`: rounded up, so that the promise is kept. */
export function deliveryTimeText(seconds: number): string {
  if (seconds < 60) return t('{n} s', { n: Math.ceil(seconds) })
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? t('{n} min', { n: minutes }) : t('{n} h', { n: Math.ceil(minutes / 60) })
}
