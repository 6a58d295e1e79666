import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { scaleDuration, scaleExpression, scaleRules } from './scale-rules.ts'

const folder = resolve(import.meta.dirname, '../../../deploy/observability')
const read = async (file: string) => parse(await readFile(resolve(folder, file), 'utf8'))
const rulesOf = ({ groups }: ReturnType<typeof scaleRules>) => groups.flatMap(({ rules }) => rules)

/** Every time in the expressions of the alerts, by alert. What is not listed compares no times. */
const thresholds: Record<string, number[]> = {
  PaidNotDelivered: [300],
  OutcomeUnknown: [600],
  DueTaskOverdue: [60],
  SupplierRunwayLow: [21_600],
  VerificationLate: [93_600, 10_800],
  BackupLate: [93_600],
  ShopNotCounted: [120],
  ProbeSilent: [300],
  CertificateExpires: [1_209_600],
  MongoDBWithoutMajority: [30],
}

/** The numbers that an expression compares with, in order. */
const comparedNumbers = (expr: string) =>
  [...expr.matchAll(/(?:[<>]=?|[!=]=) ([\d.]+(?: \* [\d.]+)*)/g)].map(([, text = '']) =>
    text.split(' * ').reduce((product, factor) => product * Number(factor), 1),
  )

describe('rules with their times divided', () => {
  it('have every duration and every range divided', async () => {
    const before = rulesOf(await read('alerts.yml'))
    const after = rulesOf(scaleRules(await read('alerts.yml'), 15))
    expect(after).toHaveLength(before.length)
    const durations = (rule: { for?: string; expr: string }) => [
      ...(rule.for ? [rule.for] : []),
      ...[...rule.expr.matchAll(/\[(\w+)\]/g)].map(([, range = '']) => range),
    ]
    const ms = (text: string) => {
      const [, count, unit = ''] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? []
      return Number(count) * ({ ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit] ?? Number.NaN)
    }
    expect(before.flatMap(durations).length).toBeGreaterThan(30)
    expect(after.flatMap(durations).map(ms)).toEqual(before.flatMap(durations).map((text) => ms(text) / 15))
  })

  it('have every threshold that is a time divided, and no other number', async () => {
    const before = rulesOf(await read('alerts.yml'))
    const after = rulesOf(scaleRules(await read('alerts.yml'), 15))
    for (const [index, rule] of before.entries()) {
      const times = thresholds[rule.alert ?? ''] ?? []
      const expected = comparedNumbers(rule.expr).map((number) =>
        times.includes(number) ? number / 15 : number,
      )
      expect(comparedNumbers(after[index]?.expr ?? ''), rule.alert ?? rule.record).toEqual(expected)
      expect(comparedNumbers(rule.expr), rule.alert ?? rule.record).toEqual(expect.arrayContaining(times))
    }
  })

  it('keep names, labels and annotations', async () => {
    const before = rulesOf(await read('alerts.yml'))
    const after = rulesOf(scaleRules(await read('alerts.yml'), 15))
    const rest = ({ for: _for, expr: _expr, ...others }: (typeof before)[number]) => others
    expect(after.map(rest)).toEqual(before.map(rest))
  })
})

describe('one expression', () => {
  it('has products evaluated, ranges in ms, and the budgets of promises unchanged', () => {
    expect(scaleExpression('min(jhatpat_supplier_runway_seconds) < 6 * 3600', 15)).toBe(
      'min(jhatpat_supplier_runway_seconds) < 1440',
    )
    expect(scaleExpression('sum(rate(jhatpat_http_requests_total[5m])) > 0.01', 15)).toBe(
      'sum(rate(jhatpat_http_requests_total[20000ms])) > 0.01',
    )
    expect(scaleExpression('jhatpat:promise_broken:ratio_rate1h > 14.4 * 0.01', 15)).toBe(
      'jhatpat:promise_broken:ratio_rate1h > 14.4 * 0.01',
    )
  })

  it('has a time compared also when it is the difference of two', () => {
    expect(
      scaleExpression('absent(a) or time() - max(jhatpat_shop_counted_timestamp_seconds) > 120', 15),
    ).toBe('absent(a) or time() - max(jhatpat_shop_counted_timestamp_seconds) > 8')
    expect(scaleExpression('min(a_timestamp_seconds) - time() < 14 * 86400', 15)).toBe(
      'min(a_timestamp_seconds) - time() < 80640',
    )
  })

  it('compares a state beside a time with what it was compared with', () => {
    expect(
      scaleExpression('max(a_has_primary) == 0 or max(a_lag_seconds) > 30 and max(b_total) > 3', 10),
    ).toBe('max(a_has_primary) == 0 or max(a_lag_seconds) > 3 and max(b_total) > 3')
  })
})

it('refuses a duration that it does not know, and one that is no whole millisecond', () => {
  expect(scaleDuration('15s', 15)).toBe('1000ms')
  expect(() => scaleDuration('1d', 15)).toThrow('1d')
  expect(() => scaleDuration('1s', 7)).toThrow('1s')
})
