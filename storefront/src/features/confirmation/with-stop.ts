import { t, told } from '@jhatpat/shared/ui/texts/say.ts'

/** A sentence of ours or the server's with its full stop. */
export function withStop(text: string): string {
  const sentence = told(text)
  return /(^|[.!?।])$/.test(sentence) ? sentence : t('{sentence}.', { sentence })
}
