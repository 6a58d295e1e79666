import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { runProgram } from '../../scripts/services/run-program.ts'
import type { Program } from '../../scripts/services/source-chain.ts'
import { type AlertCase, alertCases } from './cases.ts'
import { findPromtool } from './prometheus.ts'

/* The rules of deploy/observability, run by promtool with true times. */

type Rule = { alert?: string; expr: string; labels?: object; annotations?: object }
type RuleFile = { groups: { rules: Rule[] }[] }

const folder = resolve(import.meta.dirname, '../../deploy/observability')
let promtool: Program
let scratch: string
let rules: RuleFile

beforeAll(async () => {
  promtool = await findPromtool()
  scratch = await mkdtemp(join(tmpdir(), 'jhatpat-alerts-'))
  rules = parse(await readFile(join(folder, 'alerts.yml'), 'utf8')) as RuleFile
}, 120_000)
afterAll(() => rm(scratch, { recursive: true, force: true }))

const run = (args: string[]) => runProgram(promtool.path, args, { cwd: folder })

const alertsIn = ({ rules: own }: RuleFile['groups'][number]) => own.flatMap(({ alert }) => alert ?? [])

/** The group of an alert, alone, with another expression for it if one is given. */
function groupOf(name: string, expr?: string): { group: RuleFile['groups'][number]; rule: Rule } {
  const group = structuredClone(rules.groups.find((one) => alertsIn(one).includes(name)))
  const rule = group?.rules.find(({ alert }) => alert === name)
  if (!group || !rule) throw new Error(`there is no alert ${name}`)
  rule.expr = expr ?? rule.expr
  return { group, rule }
}

/** Runs the cases of an alert. */
async function testAlert(name: string, expr?: string): Promise<string> {
  const ruleFile = join(scratch, `${name}.rules.yml`)
  const testFile = join(scratch, `${name}.test.yml`)
  const { group, rule } = groupOf(name, expr)
  const cases = alertCases.filter(({ alert }) => alert === name)
  await writeFile(ruleFile, stringify({ groups: [group] }))
  await writeFile(
    testFile,
    stringify({
      rule_files: [ruleFile],
      evaluation_interval: '30s',
      tests: cases.map((one) => testOf(one, rule)),
    }),
  )
  const { code, output } = await run(['test', 'rules', testFile])
  return `${code === 0 ? 'passed' : 'failed'}: ${output}`
}

/** A case in promtool's form: silent, raised with its labels and annotations, and silent again. */
function testOf({ alert, labels = {}, series, quiet, raised, cleared }: AlertCase, rule: Rule): object {
  const expected = { exp_labels: { ...labels, ...rule.labels }, exp_annotations: rule.annotations }
  const at = (time: string, alerts: object[]) => ({ eval_time: time, alertname: alert, exp_alerts: alerts })
  return {
    interval: '1m',
    input_series: series,
    alert_rule_test: [at(quiet, []), at(raised, [expected]), at(cleared, [])],
  }
}

const names = [...new Set(alertCases.map(({ alert }) => alert))]

describe('the alerts', () => {
  it('are accepted by promtool, as is the configuration that loads them', async () => {
    expect(await run(['check', 'rules', 'alerts.yml'])).toMatchObject({ code: 0 })
    expect(await run(['check', 'config', 'prometheus.yml'])).toMatchObject({ code: 0 })
  })

  it('have a case for each alert', () => {
    expect(names.toSorted()).toEqual(rules.groups.flatMap(alertsIn).toSorted())
  })

  it('have cases in which a series of the shop has no label that Prometheus sets at a scrape', () => {
    const series = alertCases.flatMap((one) => one.series).map((one) => one.series)
    const ofShop = series.filter((name) => !name.startsWith('up{'))
    expect(ofShop.filter((name) => /[{,](job|instance)=/.test(name))).toEqual([])
  })

  it.each(names)('are each silent, raised and cleared at their times: %s', async (name) => {
    expect(await testAlert(name)).toMatch(/^passed: [\s\S]*SUCCESS/)
  })

  it.each(names)(
    'would fail this test with an expression that is never true, or always: %s',
    async (name) => {
      for (const expr of ['vector(1) > 1', 'vector(1)'])
        expect(await testAlert(name, expr), expr).toMatch(new RegExp(`^failed: [\\s\\S]*alertname: ?${name}`))
    },
  )
})
