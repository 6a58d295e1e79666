/** The link for a contact: a page, a mail with a subject, a phone call; undefined for other text. */
export function contactLink(contact: string, subject: string): string | undefined {
  if (contact.startsWith('https://')) return contact
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) {
    return `mailto:${contact.replace(/^mailto:/, '')}?subject=${encodeURIComponent(subject)}`
  }
  return /^\+?[\d\s()-]{8,}$/.test(contact) ? `tel:${contact.replace(/[^\d+]/g, '')}` : undefined
}
