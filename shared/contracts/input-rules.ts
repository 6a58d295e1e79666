import * as z from 'zod/mini'
import { matchesPattern } from './input-fault.ts'

/** The rule of an input as it is stored and sent; what it accepts: `inputFault`. */
export const InputRule = z.object({
  kind: z.enum(['text', 'digits', 'email', 'pattern']),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  pattern: z.optional(z.string()),
  example: z.optional(z.string()),
})

const limitFault = 'A length is a whole number from 2 to 100.'
const limit = () =>
  z.optional(z.number(limitFault).check(z.int(limitFault), z.gte(2, limitFault), z.lte(100, limitFault)))

const patternFault =
  'A pattern is characters in a row, and \\d, \\w or [A-Z0-9], each with ?, +, {3} or {3,5}. At most three may vary in number.'

/** The rule as an editor enters it. */
export const InputRuleBody = z
  .strictObject({
    kind: InputRule.shape.kind,
    min: limit(),
    max: limit(),
    pattern: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    example: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  })
  .check(
    z.refine(({ min = 1, max = 100 }) => min <= max, {
      message: 'The longest length is below the shortest.',
      path: ['max'],
    }),
    z.refine(({ kind, pattern }) => kind !== 'pattern' || isSafePattern(pattern ?? ''), {
      message: patternFault,
      path: ['pattern'],
      abort: true,
    }),
    z.refine(({ kind, pattern, example }) => kind !== 'pattern' || isExample(pattern, example) === true, {
      message: 'The example must match the pattern.',
      path: ['example'],
    }),
  )

/**
 * Whether a pattern is within the grammar that is accepted: characters and classes in a row, each with at
 * most one quantifier. Without groups, alternatives and references, and with at most three parts of variable
 * length, a match over 100 characters takes polynomial time.
 */
export function isSafePattern(pattern: string): boolean {
  if (!wholePattern.test(pattern)) return false
  const parts = pattern.match(onePart) ?? []
  return parts.filter((part) => hasVariableLength.test(part)).length <= 3 && isExample(pattern) !== undefined
}

/** A literal character, an escaped one, `\d`, `\w` or a class; no backslash among them. */
const character = String.raw`(?:\\[dw.+*?()[\]{}|^$/]|\[(?:[A-Za-z0-9 _.@#+-]|\\[dw.-])+\]|[\p{L}\p{N} _@#&:;,=!~'"-])`
const quantifier = String.raw`(?:[?+*]|\{\d{1,2}(?:,\d{0,2})?\})?`
const wholePattern = new RegExp(`^(?:${character}${quantifier}){1,60}$`, 'u')
const onePart = new RegExp(`${character}${quantifier}`, 'gu')
const hasVariableLength = /(?<!\\)[?+*]$|\{\d+,\d*\}$/

/** Whether the pattern matches it; undefined if it is no pattern. */
function isExample(pattern = '', example = ''): boolean | undefined {
  try {
    return matchesPattern(pattern, example)
  } catch {
    return undefined
  }
}
