import type { PartialRedelivery } from './notification.ts'

/** A mail's subject and its sentences, one per line. */
export type MailText = { subject: string; sentences: string[] }

export function durationText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}

/** `1 of 3 packs of` an item. */
export const packsText = ({ sent, total }: PartialRedelivery, itemname: string): string =>
  `${sent} of ${total} packs of ${itemname}`

/** A person's text as the end of our sentence. */
export const reasonText = (reason: string): string => `${reason.replace(/[.!?\s]+$/, '')}.`
