/**
 * The alphabet of GSM 03.38. A text of its letters alone is sent with 160 to a part; a single other letter (₹, an
 * emoji, Devanagari) makes that 70, and every part is paid for.
 */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take two septets: an escape, then the letter. */
const extension = new Set('\f^{}\\[~]|€')

/** Septets that one part holds. */
export const septetsOfOnePart = 160

/** How many septets a text takes, or undefined when it has a letter outside the alphabet. */
export function septetsOf(text: string): number | undefined {
  let septets = 0
  for (const letter of text) {
    if (basic.has(letter)) septets += 1
    else if (extension.has(letter)) septets += 2
    else return undefined
  }
  return septets
}

/** What people write, in letters of one septet. */
const likeness: Readonly<Record<string, string>> = {
  ...{ '₹': 'Rs ', '€': 'EUR ', '…': '...', '·': '-', '•': '-', '×': 'x', '`': "'" },
  ...{ '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-', '−': '-' },
  ...{ '[': '(', '{': '(', ']': ')', '}': ')', '~': '-', '|': '/', '\\': '/', '^': ' ' },
}

/**
 * A text in letters of one septet each, on one line: accents taken off, marks replaced by their likeness, what has
 * none (emoji, other scripts) dropped. Empty when no letter or digit is left.
 */
export function toGsm7(text: string): string {
  const plain = [...text]
    .map((letter) => likeness[letter] ?? letter)
    .join('')
    .normalize('NFKD')
  const kept = [...plain]
    .map((letter) => likeness[letter] ?? letter)
    .map((letters) => [...letters].filter((letter) => basic.has(letter) || /\s/.test(letter)).join(''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(kept) ? kept : ''
}

/** A text in ASCII alone: what has no likeness there is dropped. */
export const toAscii = (text: string): string =>
  [...text]
    .map((letter) => likenessInAscii[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/[^\n\x20-\x7e]/g, '')

const likenessInAscii: Readonly<Record<string, string>> = {
  ...{ '₹': 'Rs ', '€': 'EUR ', '£': 'GBP ', '¥': 'JPY ', '…': '...', '·': '-', '•': '-', '×': 'x' },
  ...{ '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-', '−': '-', ß: 'ss', Æ: 'AE', æ: 'ae' },
  ...{ Ø: 'O', ø: 'o' },
}

/** A text of one-septet letters cut to so many, at a word's end where one is near. */
export function cutTo(text: string, septets: number): string {
  if (text.length <= septets) return text
  const cut = text.slice(0, Math.max(0, septets - 2))
  const wordEnd = cut.lastIndexOf(' ')
  return `${(wordEnd > cut.length * 0.6 ? cut.slice(0, wordEnd) : cut).trimEnd()}..`
}
