import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { collectProcessMetrics } from '@jhatpat/shared/platform/metrics/process-metrics.ts'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readSource } from '../source/read-source.ts'

/* The rules, the dashboard, the runbooks and the code name each other correctly. */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Rule = {
  alert?: string
  record?: string
  expr: string
  annotations?: { runbook?: string; summary?: string }
}
type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[] }

const rules = (
  parse(read('deploy/observability/alerts.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules)
const alerts = rules.filter(({ alert }) => alert !== undefined)
const dashboard = JSON.parse(read('deploy/observability/dashboard.json')) as Dashboard
const product = readSource().filter(({ kind, path }) => kind === 'product' && !path.includes('.test.'))

/** The series of a process, without their suffixes. */
async function processSeries(): Promise<string[]> {
  const log = createLogger('test', 'silent')
  const source = collectProcessMetrics({
    env: { HOST: '127.0.0.1' },
    log,
    role: 'api',
    version: '1',
    sockets: () => 0,
  })
  const names = [...(await source.read()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)
  source.stop()
  return names
}

const seriesOf = (expr: string) =>
  [...expr.matchAll(/\b(?:jhatpat|process|nodejs)_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

it('each alert has a summary and a page with its name, a symptom, a check, a fix and a way to verify it', () => {
  expect(alerts.length).toBeGreaterThan(20)
  for (const { alert, annotations } of alerts) {
    expect(annotations?.summary, alert).toMatch(/^[A-Z].*\.$/)
    const page = annotations?.runbook ?? ''
    expect(page, alert).toMatch(/^docs\/runbooks\/[a-z-]+\.md$/)
    expect(existsSync(join(root, page)), `${alert}: ${page}`).toBe(true)
    const text = read(page)
    expect(text, page).toContain(`\`${alert}\``)
    for (const part of ['Symptom', 'Check', 'Fix', 'Verify']) expect(text, page).toContain(`\n## ${part}\n`)
  }
})

it('each series that a rule, the dashboard, a runbook or the how-to names exists in the code', async () => {
  const inCode = new Set([
    ...(await processSeries()),
    ...product.flatMap(({ text }) => [...text.matchAll(/'(jhatpat_\w+)'/g)].map(([, name = '']) => name)),
  ])
  const pages = readdirSync(join(root, 'docs/runbooks')).map((name) => `docs/runbooks/${name}`)
  const used = [
    ...rules.map(({ alert, record, expr }) => ({ place: alert ?? record, expr })),
    ...dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ place: title, expr })),
    ),
    ...[...pages, 'docs/how-to/watch-the-shop.md'].map((path) => ({
      place: path,
      expr: [...read(path).matchAll(/`[^`]+`/g)].join(' '),
    })),
  ]
  const unknown = used.flatMap(({ place, expr }) =>
    seriesOf(expr).flatMap((name) => (inCode.has(name) || name.endsWith('_') ? [] : [`${place}: ${name}`])),
  )
  expect(unknown).toEqual([])
  const recorded = new Set(rules.flatMap(({ record }) => record ?? []))
  const unrecorded = used.flatMap(({ place, expr }) =>
    [...expr.matchAll(/\bjhatpat:[\w:]+/g)].flatMap(([name]) =>
      recorded.has(name) ? [] : [`${place}: ${name}`],
    ),
  )
  expect(unrecorded).toEqual([])
})

it('each series of the shop is in the how-to', () => {
  const text = read('docs/how-to/watch-the-shop.md')
  const written = [...text.matchAll(/`(jhatpat_\w+|…_\w+)`/g)].map(([, name = '']) => name)
  const ends = written.map((name) => name.replace('…', ''))
  const series = product.flatMap(({ text: code }) =>
    [...code.matchAll(/'(jhatpat_\w+)'/g)].map(([, name = '']) => name),
  )
  const missing = new Set(
    series.filter((name) => !ends.some((end) => name === end || (end.startsWith('_') && name.endsWith(end)))),
  )
  expect(
    [...missing].filter(
      (name) => name !== 'jhatpat_shop_counted_timestamp_seconds' && name !== 'jhatpat_build_info',
    ),
  ).toEqual([])
})

it('the rule about missing processes knows how many docker-compose.yml runs', () => {
  type Compose = { services: Record<string, { deploy: { replicas: string } }> }
  const { services } = parse(read('docker-compose.yml')) as Compose
  // Unless the operator sets another number.
  const usual = (name: string) => Number(/:-(\d+)}$/.exec(services[name]?.deploy.replicas ?? '')?.[1])
  const least = Math.min(usual('api'), usual('workers'))
  const { expr = '' } = alerts.find(({ alert }) => alert === 'ProcessDown') ?? {}
  expect(expr).toContain(`count by (job) (up{job=~"jhatpat-(api|workers)"}) < ${least}`)
  expect(read('deploy/observability/prometheus.yml')).toMatch(
    /job_name: jhatpat-api\n[\s\S]*job_name: jhatpat-workers\n/,
  )
})

it('whatever the shop counts once is taken by max or min in rules and on the dashboard, never by sum', () => {
  const code = ['workers/src/monitoring/shop-series.ts'].flatMap((path) => [
    ...read(path).matchAll(/'(jhatpat_\w+)'/g),
  ])
  const ofShop = code.map(([, name = '']) => name)
  expect(ofShop.length).toBeGreaterThan(25)
  const used = [
    ...rules.map(({ alert, record, expr }) => ({ place: alert ?? record, expr })),
    ...dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ place: title, expr })),
    ),
  ]
  const once = new RegExp(`(\\w+)(?: by \\([^)]*\\))? ?\\((?:rate\\()?(?:${ofShop.join('|')})\\b`, 'g')
  const found = used.flatMap(({ place, expr }) =>
    [...expr.matchAll(once)].map(([, by = '']) => ({ place, by })),
  )
  expect(found.length).toBeGreaterThan(30)
  expect(found.filter(({ by }) => !['max', 'min', 'absent'].includes(by))).toEqual([])
})

/** What may be logged at level fatal with a sentence that depends on the error, and its page. */
const startFailures = ['api/src/main.ts', 'workers/src/main.ts', 'scripts/prepare-database.ts']

it('each line at level fatal has a page that quotes it', () => {
  const pages = readdirSync(join(root, 'docs/runbooks'))
    .map((name) => read(`docs/runbooks/${name}`))
    .join('\n')
  const calls = product.flatMap(({ path, text }) =>
    [...text.matchAll(/\blog\.fatal\(([\s\S]*?)\)\n/g)].map(([, parts = '']) => ({ path, parts })),
  )
  expect(calls.length).toBeGreaterThan(7)
  for (const { path, parts } of calls) {
    const message = /'([^']{10,})'[,\s]*$/.exec(parts)?.[1]
    if (startFailures.includes(path)) expect(message, path).toBeUndefined()
    else expect(pages, `${path}: ${message}`).toContain(`\`${message}\``)
  }
  expect(read('docs/runbooks/process-does-not-start.md')).toContain('at level fatal why it could not start')
})

/** Every file that is loaded with another, without lazy imports and those of types. */
function loadedWith(start: string): Set<string> {
  const texts = new Map(product.map(({ path, text }) => [path, text]))
  const loaded = new Set<string>()
  const waiting = [start]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue
    loaded.add(path)
    const imports = [
      ...(texts.get(path) ?? '').matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gm),
    ]
    for (const [, name = ''] of imports) {
      if (name.startsWith('@jhatpat/')) waiting.push(name.slice('@jhatpat/'.length))
      if (name.startsWith('.')) waiting.push(join(dirname(path), name))
    }
  }
  return loaded
}

it('prom-client is loaded with no process: only METRICS_PORT loads it, later', () => {
  const users = product.filter(({ text }) => text.includes("from 'prom-client'")).map(({ path }) => path)
  expect(users.length).toBeGreaterThan(1)
  for (const main of ['api/src/main.ts', 'workers/src/main.ts']) {
    const loaded = loadedWith(main)
    expect(loaded.size).toBeGreaterThan(100)
    expect(loaded).toContain('shared/platform/metrics/start-metrics.ts')
    expect(users.filter((path) => loaded.has(path))).toEqual([])
  }
})
