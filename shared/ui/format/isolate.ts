/**
 * Keeps a name or id that is written from right to left from changing the order of the text around it, in a
 * text without elements; among elements use `bdi`.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/
