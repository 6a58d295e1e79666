/** A rule of Prometheus. */
export type Rule = { alert?: string; record?: string; expr: string; for?: string }
export type RuleFile = { groups: { name: string; interval?: string; rules: Rule[] }[] }

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/**
 * Pure. A duration of Prometheus divided by a factor.
 * @throws for a unit that is not known, and where no whole milliseconds remain
 */
export function scaleDuration(text: string, factor: number): string {
  const [, count, unit = ''] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? []
  const ms = (Number(count) * (unitMs[unit] ?? Number.NaN)) / factor
  if (!Number.isSafeInteger(ms) || ms <= 0) throw new Error(`${text} cannot be divided by ${factor}`)
  return `${ms}ms`
}

/** A comparison with a number, or with a product of numbers; between the operands of `and`, `or` and `unless`. */
const comparison = /([<>]=?|[!=]=)\s*(\d+(?:\.\d+)?(?:\s*\*\s*\d+(?:\.\d+)?)*)/
const setOperator = /(\b(?:and|or|unless)\b)/

/** Pure. An expression with its ranges, and the numbers that it compares times with, divided by a factor. */
export function scaleExpression(expr: string, factor: number): string {
  return expr
    .replace(/\[(\w+)\]/g, (_match, range: string) => `[${scaleDuration(range, factor)}]`)
    .split(setOperator)
    .map((part) => (isTime(part) ? scaleComparison(part, factor) : part))
    .join('')
}

/** Series of times end in `_seconds`; those of a histogram, which have another ending, are counts. */
const isTime = (operand: string): boolean => /_seconds\b/.test(operand)

const scaleComparison = (operand: string, factor: number): string =>
  operand.replace(comparison, (_match, operator: string, product: string) => {
    const seconds = product.split('*').reduce((total, part) => total * Number(part), 1)
    return `${operator} ${seconds / factor}`
  })

/** Pure. A file of rules in which every time is divided by a factor. */
export const scaleRules = ({ groups }: RuleFile, factor: number): RuleFile => ({
  groups: groups.map((group) => ({
    ...group,
    ...(group.interval ? { interval: scaleDuration(group.interval, factor) } : {}),
    rules: group.rules.map((rule) => ({
      ...rule,
      expr: scaleExpression(rule.expr, factor),
      ...(rule.for ? { for: scaleDuration(rule.for, factor) } : {}),
    })),
  })),
})
