/**
 * The GSM 03.38 alphabet. A text in it is sent with 160 characters per part; a single other
 * character (₹, an emoji, Devanagari) makes that 70, and every part is paid for.
 */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that take two septets: an escape, then the character. */
const extension = new Set('\f^{}\\[~]|€')

/** Septets per message part. */
export const septetsOfOnePart = 160

/** The number of septets of a text, or undefined when it has a character outside the alphabet. */
export function septetsOf(text: string): number | undefined {
  let septets = 0
  for (const letter of text) {
    if (basic.has(letter)) septets += 1
    else if (extension.has(letter)) septets += 2
    else return undefined
  }
  return septets
}

/** Replacements of common characters by ones of one septet. */
const replacements: Readonly<Record<string, string>> = {
  '₹': 'Rs ',
  '€': 'EUR ',
  '…': '...',
  '·': '-',
  '•': '-',
  '×': 'x',
  '`': "'",
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '[': '(',
  '{': '(',
  ']': ')',
  '}': ')',
  '~': '-',
  '|': '/',
  '\\': '/',
  '^': ' ',
}

/**
 * Converts a text to one line of characters of one septet each: removes accents, replaces
 * punctuation, drops the rest (emoji, other scripts). Empty when no letter or digit is left.
 */
export function toGsm7(text: string): string {
  const plain = [...text]
    .map((letter) => replacements[letter] ?? letter)
    .join('')
    .normalize('NFKD')
  const singleLine = [...plain]
    .map((letter) => replacements[letter] ?? letter)
    .map((letters) => [...letters].filter((letter) => basic.has(letter) || /\s/.test(letter)).join(''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(singleLine) ? singleLine : ''
}

/** Converts a text to ASCII; characters without a replacement are dropped. */
export const toAscii = (text: string): string =>
  [...text]
    .map((letter) => asciiReplacements[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/[^\n\x20-\x7e]/g, '')

const asciiReplacements: Readonly<Record<string, string>> = {
  '₹': 'Rs ',
  '€': 'EUR ',
  '£': 'GBP ',
  '¥': 'JPY ',
  '…': '...',
  '·': '-',
  '•': '-',
  '×': 'x',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
}

/**
 * Cuts a text of one-septet characters to at most `septets`, at the end of a word where one is
 * near.
 */
export function cutTo(text: string, septets: number): string {
  if (text.length <= septets) return text
  const cut = text.slice(0, Math.max(0, septets - 2))
  const wordEnd = cut.lastIndexOf(' ')
  return `${(wordEnd > cut.length * 0.6 ? cut.slice(0, wordEnd) : cut).trimEnd()}..`
}
