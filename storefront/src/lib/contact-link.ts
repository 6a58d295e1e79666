import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import type { supportContact } from '@jhatpat/shared/contracts/support.ts'

type Support = Pick<ResultOf<typeof supportContact>, 'contact' | 'mail'>

/** Where customers write to: the contact, or the shop's mail address where the contact is not an address. */
export function writingLink({ contact, mail }: Support, subject: string) {
  for (const address of [contact, mail]) {
    const href = address ? contactLink(address, subject) : undefined
    if (address && href) return { address, href }
  }
  return undefined
}

/** The link for a contact: a page, a mail with a subject, a phone call; undefined for other text. */
export function contactLink(contact: string, subject: string): string | undefined {
  if (contact.startsWith('https://')) return contact
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) {
    return `mailto:${contact.replace(/^mailto:/, '')}?subject=${encodeURIComponent(subject)}`
  }
  return /^\+?[\d\s()-]{8,}$/.test(contact) ? `tel:${contact.replace(/[^\d+]/g, '')}` : undefined
}
