import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'

/** A sentence of ours or the server's with its full stop. */
export function endSentence(text: string): string {
  const sentence = plainText(text)
  return /(^|[.!?।])$/.test(sentence) ? sentence : t('{sentence}.', { sentence })
}
