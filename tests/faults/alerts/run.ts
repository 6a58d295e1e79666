/**
 * `npm run alerts`: raises the alerts of `deploy/observability` on a real Prometheus by faults of a running shop, and
 * clears them. `--only NAME,NAME` takes some of them.
 */
import { parseArgs } from 'node:util'
import { CliError, runMain } from '../../../scripts/processes/cli-error.ts'
import { findPrometheus } from '../../alerts/prometheus.ts'
import { type AlertEnvironment, startAlertEnvironment } from './alert-environment.ts'
import type { AlertCase } from './cases/alert-case.ts'
import { alertCases } from './cases/all.ts'
import { type AlertResult, runCase } from './run-case.ts'

/** By which every time is divided: Prometheus scrapes once a second instead of every 15, which a busy machine can do. */
const factor = 15

const watched = new Set(alertCases.map(({ alert }) => alert))

await runMain(main)

/** @throws CliError where this machine has no Prometheus and cannot get one, and for a name that is not known */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  const chosen = chooseCases(values.only?.split(','))
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort())
  const program = await findPrometheus()
  console.log(`Prometheus ${program.version}; times of the rules and of the shop divided by ${factor}`)
  const results: AlertResult[] = []
  for (const [mongoNodes, cases] of Map.groupBy(chosen, ({ mongoNodes: nodes = 1 as const }) => nodes)) {
    if (stopping.signal.aborted) break
    const environment = await startAlertEnvironment({ program, mongoNodes, factor })
    results.push(...(await runCases(cases, environment, stopping.signal)))
  }
  console.log(`\n${tableOf(results)}`)
  const good = results.filter(({ problem }) => problem === undefined).length
  console.log(`\nalerts: ${good} of ${chosen.length} raised and cleared, times divided by ${factor}`)
  if (good < chosen.length) process.exitCode = 1
}

/** Runs the cases one after the other, and stops the environment. */
async function runCases(
  cases: readonly AlertCase[],
  environment: AlertEnvironment,
  signal: AbortSignal,
): Promise<AlertResult[]> {
  const results: AlertResult[] = []
  try {
    for (const one of cases) {
      if (signal.aborted) break
      const result = await runCase(one, environment, { watched, signal })
      results.push(result)
      console.log(lineOf(result))
    }
  } finally {
    await environment.stop()
  }
  return results
}

function chooseCases(names: string[] | undefined): AlertCase[] {
  const unknown = names?.find((name) => !watched.has(name))
  if (unknown !== undefined)
    throw new CliError(`There is no case for an alert ${unknown}. There are: ${[...watched].join(', ')}.`)
  return alertCases.filter(({ alert }) => !names || names.includes(alert))
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? 'never' : `${(ms / 1_000).toFixed(1)} s`
}

function lineOf({ alert, fault, raisedMs, clearedMs, others, problem }: AlertResult): string {
  const also = others.length > 0 ? ` (also ${others.join(', ')})` : ''
  const times = `raised after ${seconds(raisedMs)}${also}, cleared after ${seconds(clearedMs)}`
  return problem === undefined
    ? `✓ ${alert}: ${times}; ${fault}`
    : `✗ ${alert}: ${times}; ${fault}\n    ${problem}`
}

function tableOf(results: readonly AlertResult[]): string {
  const rows = [
    ['alert', 'about', 'fault', 'raised after', 'cleared after', 'divided by'],
    ...results.map(({ alert, about = '', fault, raisedMs, clearedMs }) => [
      ...[alert, about, fault, seconds(raisedMs), seconds(clearedMs), String(factor)],
    ]),
  ]
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widthOf(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
