/**
 * Replaces the digits of India's scripts (Devanagari, Bengali, Tamil and others), of Urdu, and full-width
 * digits by 0 to 9.
 */
export function latinDigits(text: string): string {
  return text.replace(foreignDigits, (digit) => String(latinValue(digit.codePointAt(0) ?? 0)))
}

/** The scripts of India follow each other at the same distance, from Devanagari to Malayalam. */
const foreignDigits =
  /[\u0966-\u096F\u09E6-\u09EF\u0A66-\u0A6F\u0AE6-\u0AEF\u0B66-\u0B6F\u0BE6-\u0BEF\u0C66-\u0C6F\u0CE6-\u0CEF\u0D66-\u0D6F\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g

function latinValue(code: number): number {
  if (code >= 0xff10) return code - 0xff10
  return code >= 0x966 ? (code - 0x966) % 0x80 : code & 0xf
}
