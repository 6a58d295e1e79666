/** What a product accepts in one of its two inputs. */
export type InputRule = {
  kind: 'text' | 'digits' | 'email' | 'pattern'
  /** Fewest and most characters, of a text or of digits. */
  min?: number | undefined
  max?: number | undefined
  /** Of the kind `pattern`: see `isSafePattern`. */
  pattern?: string | undefined
  example?: string | undefined
}

/** A sentence with places to fill, and their values. */
export type InputFault =
  | { text: OneLimitText; values: { label: string; n: number } }
  | { text: TwoLimitsText; values: { label: string; min: number; max: number } }
  | { text: PlainFaultText; values: { label: string } }
  | { text: PatternText; values: { label: string; example: string } }

/**
 * Why a product does not accept a text, or undefined. The product page and the server both use it, so that
 * they say the same.
 * @param value without surrounding blanks, in the digits 0 to 9
 */
export function inputFault(
  { label, rule }: { label: string; rule?: InputRule | undefined },
  value: string,
): InputFault | undefined {
  if (!hasReadableText(value)) return { text: 'Enter letters or digits as {label}.', values: { label } }
  switch (rule?.kind) {
    case 'digits':
      return /^\d+$/.test(value) && isWithin(rule, value) ? undefined : digitsFault(label, rule)
    case 'email':
      return isEmail.test(value) ? undefined : { text: 'Enter an email as {label}.', values: { label } }
    case 'pattern':
      return patternFault(label, rule, value)
    case 'text':
      return isWithin(rule, value) ? undefined : lengthFault(label, rule)
    default:
      return undefined
  }
}

/** The fault as a sentence. @param text the fault's own in English, or its translation */
export function inputFaultText({ text: own, values }: InputFault, text: string = own): string {
  const filled: Record<string, string | number> = values
  return text.replace(/\{(\w+)\}/g, (_, name) => String(filled[name]))
}

/** False for a text of nothing but emoji, blanks and invisible characters. */
function hasReadableText(text: string): boolean {
  return text.replace(framedDigits, '').replace(unreadable, '') !== ''
}

/** A digit in a frame: an emoji that begins with a letter of its own. */
const framedDigits = /[0-9#*]\uFE0F?\u20E3/g

const unreadable =
  /[\s\u2800\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu

const isEmail = /^[^\s@<>"',;:()[\]\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

type Limits = Pick<InputRule, 'min' | 'max'>

function isWithin({ min = 1, max = 100 }: Limits, value: string): boolean {
  const { length } = [...value]
  return length >= min && length <= max
}

function digitsFault(label: string, { min, max }: Limits): InputFault {
  if (min !== undefined && min === max)
    return { text: 'Enter {n} digits as {label}.', values: { label, n: min } }
  if (min !== undefined && max !== undefined)
    return { text: 'Enter {min} to {max} digits as {label}.', values: { label, min, max } }
  if (min !== undefined) return { text: 'Enter at least {n} digits as {label}.', values: { label, n: min } }
  if (max !== undefined) return { text: 'Enter up to {n} digits as {label}.', values: { label, n: max } }
  return { text: 'Enter only digits as {label}.', values: { label } }
}

function lengthFault(label: string, { min, max = 100 }: Limits): InputFault {
  if (min === undefined) return { text: 'Enter up to {n} characters as {label}.', values: { label, n: max } }
  if (min === max) return { text: 'Enter {n} characters as {label}.', values: { label, n: min } }
  return { text: 'Enter {min} to {max} characters as {label}.', values: { label, min, max } }
}

function patternFault(
  label: string,
  { pattern = '', example = '' }: InputRule,
  value: string,
): InputFault | undefined {
  if (matchesPattern(pattern, value)) return undefined
  return { text: 'Enter {label} like this: {example}', values: { label, example } }
}

/** @throws SyntaxError for a pattern that is none */
export const matchesPattern = (pattern: string, value: string): boolean =>
  new RegExp(`^(?:${pattern})$`, 'u').test(value)

type OneLimitText =
  | 'Enter {n} digits as {label}.'
  | 'Enter at least {n} digits as {label}.'
  | 'Enter up to {n} digits as {label}.'
  | 'Enter {n} characters as {label}.'
  | 'Enter up to {n} characters as {label}.'
type TwoLimitsText = 'Enter {min} to {max} digits as {label}.' | 'Enter {min} to {max} characters as {label}.'
type PlainFaultText =
  | 'Enter letters or digits as {label}.'
  | 'Enter only digits as {label}.'
  | 'Enter an email as {label}.'
type PatternText = 'Enter {label} like this: {example}'
