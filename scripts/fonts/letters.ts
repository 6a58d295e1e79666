/**
 * The letters of the web fonts in `shared/ui/fonts`: `make-fonts.ts` cuts the fonts, and `tokens.css`
 * declares the ranges.
 */
export const basicLatin = letters(0x20, 0x7e)
export const punctuation = '\u00a0©·×–—‘’“”…−→←↑↓•€™'

/**
 * The most frequent accented letters, in the text font that every page fetches, and the registered sign
 * after brands.
 */
export const accentsInNames = '®éÉèêëáàâãåäíîïóôöøúûüñçßÄÅÖÜ'

/**
 * All other letters of Western European languages: in a file that a page fetches only when it contains one.
 */
export const westernAccents = `${letters(0xc0, 0xff, accentsInNames + punctuation)}ıŒœ`

/**
 * Letters of Central and Eastern European, Turkish, Baltic and Romanian languages, and Sanskrit's long
 * vowels: in a file of their own.
 */
export const easternAccents = `${letters(0x100, 0x17e, westernAccents)}ȘșȚț`

/** As Hindi and Marathi are written today. */
export const devanagari = [
  letters(0x0901, 0x0903) + letters(0x0905, 0x090b) + letters(0x090f, 0x0911) + letters(0x0913, 0x0928),
  letters(0x092a, 0x0930) + letters(0x0932, 0x0933) + letters(0x0935, 0x0939) + letters(0x093c, 0x0943),
  letters(0x0945, 0x0945) + letters(0x0947, 0x0949) + letters(0x094b, 0x094d) + letters(0x0958, 0x095f),
  `${letters(0x0964, 0x0970)}\u090d\u0950\u200c\u200d`,
].join('')

/** Formats letters as a `unicode-range`: `U+00C0-00C3, U+00C6`. */
export function rangesOf(text: string): string {
  const points = [...text].map((letter) => letter.codePointAt(0) as number)
  const starts = points.filter((point) => !points.includes(point - 1))
  const ends = points.filter((point) => !points.includes(point + 1))
  return starts.map((start, n) => `U+${hex(start)}${ends[n] === start ? '' : `-${hex(ends[n])}`}`).join(', ')
}

const hex = (point = 0) => point.toString(16).toUpperCase().padStart(4, '0')

function letters(first: number, last: number, but = ''): string {
  const all = Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n))
  return all.filter((letter) => !but.includes(letter)).join('')
}
