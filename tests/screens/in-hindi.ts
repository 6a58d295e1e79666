import { hindi, hindiClock } from '@jhatpat/shared/ui/texts/hindi/hindi.ts'
import { setLanguage } from '@jhatpat/shared/ui/texts/translate.ts'

/** Sets the shop's language to Hindi. Undo it by `speak('en')`. */
export function speakHindi(): void {
  setLanguage('hi', { texts: hindi, clock: hindiClock })
}

/** Words that Hindi uses unchanged, and the names in these tests. */
const agreed =
  /\b(UPI|OTTs?|OTP|SMS|UID|PDF|QR|PIN|BHIM|Google Pay|PhonePe|Paytm|Jhatpat|IST)\b|\b[A-Z]{2}-\d{6}-\w+/g
const names =
  /\d+ Diamonds|RaviOP|Mobile Legends|Free Fire|User ID|Zone ID|Asha Rao|[\w.]+@[\w.]+|SM-\d+|U\d{4}/g

/**
 * Texts and accessible names of the page in Latin letters that should not be: without texts marked as
 * English, names, ids and agreed words.
 */
export function latinWords(): string[] {
  const found: string[] = []
  const collect = (text: string | null) => {
    const rest = (text ?? '').replace(agreed, '').replace(names, '')
    if (/[A-Za-z]/.test(rest)) found.push(text ?? '')
  }
  collect(document.title)
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('[lang]')?.getAttribute('lang')?.startsWith('en') || element.matches('.ava, script'))
      continue
    for (const attribute of ['aria-label', 'placeholder', 'title', 'alt'])
      collect(element.getAttribute(attribute))
    for (const node of element.childNodes) if (node.nodeType === 3) collect(node.textContent)
  }
  return found
}
