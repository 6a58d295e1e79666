/** How a contact is reached by a tap: a page, a mail that names the matter, a call; undefined for other words. */
export function contactLink(contact: string, subject: string): string | undefined {
  if (contact.startsWith('https://')) return contact
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) {
    return `mailto:${contact.replace(/^mailto:/, '')}?subject=${encodeURIComponent(subject)}`
  }
  return /^\+?[\d\s()-]{8,}$/.test(contact) ? `tel:${contact.replace(/[^\d+]/g, '')}` : undefined
}
