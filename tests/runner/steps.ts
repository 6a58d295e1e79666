import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CliError } from '../../scripts/processes/cli-error.ts'
import { type Count, cruiseCount, mutantsCount, namedCount, playwrightCount, vitestCount } from './counts.ts'
import { filesOnlyInAll, shortJourneys } from './only-in-all.ts'

const root = resolve(import.meta.dirname, '../..')
const results = join(root, '.cache', 'test-results')

/** One program that tests something. */
export interface Check {
  /** A name and its arguments; the program is one that npm installed. */
  command: string[]
  timeoutMs: number
  /** Settings in addition to those of the step. */
  env?: Record<string, string>
  /** Path of its report, and the function that sums it. Without one, its exit code counts as one test. */
  report?: { path: string; count(report: never): Count }
}

/** A part of `npm test`; naming it runs it whole. */
export interface Step {
  name: string
  /** Run at the same time. */
  checks: Check[]
  /** What `npm test` runs of it when neither it nor `all` is named; without a value, everything. */
  short?: Check[]
  needs?: 'services' | 'browser' | 'promtool' | 'engine'
}

/** All steps, in order: fast ones that often fail come first. */
const steps: Step[] = [
  {
    name: 'types',
    checks: ['tsconfig.server.json', 'tsconfig.web.json'].map((config) => minutes(3, ['tsc', '-p', config])),
  },
  {
    name: 'lint',
    checks: [
      minutes(2, ['biome', 'check', '--error-on-warnings', '.']),
      minutes(3, ['oxlint', '--type-aware', '--deny-warnings']),
      minutes(2, ['cspell', 'lint', '--no-progress', '--no-summary']),
    ],
  },
  // Unused exports fail the step like forbidden imports.
  { name: 'imports', checks: [importRules(), minutes(2, ['knip'])] },
  { name: 'unit', checks: [vitest('unit')] },
  { name: 'screens', checks: [vitest('screens')] },
  {
    name: 'services',
    checks: [vitest('services')],
    short: [vitest('services', { options: filesOnlyInAll.map((file) => `--exclude=${file}`) })],
    needs: 'services',
  },
  { name: 'alerts', checks: [vitest('alerts')], needs: 'promtool' },
  { name: 'cluster', checks: [pipelineOnCluster()], short: [], needs: 'services' },
  { name: 'simulation', checks: [minutes(3, ['node', 'tests/simulation/run.ts', '--schedules', '10000'])] },
  { name: 'faults', checks: [quickFaults()] },
  { name: 'conformance', checks: [minutes(1, ['node', 'tests/conformance/run.ts', '--check'])] },
  {
    name: 'builds',
    checks: ['storefront', 'admin'].map((app) => minutes(3, ['node', 'scripts/build.ts', app])),
  },
  { name: 'e2e', checks: [journeys()], short: [journeys(shortJourneys)], needs: 'browser' },
  { name: 'deployment', checks: [deployment()], short: [], needs: 'engine' },
  { name: 'mutants', checks: [coreMutants()], short: [], needs: 'services' },
]

/**
 * The steps to run, in their order: the named ones or, for `all`, every step, each whole; without a name the short form
 * of each.
 * @throws CliError for an unknown name
 */
export function chooseSteps(names: readonly string[]): Step[] {
  const unknown = names.find((name) => name !== 'all' && !steps.some((step) => step.name === name))
  if (unknown)
    throw new CliError(
      `There is no step ${unknown}: choose all, or from ${steps.map((step) => step.name).join(', ')}.`,
    )
  if (names.includes('all')) return steps
  if (names.length > 0) return steps.filter(({ name }) => names.includes(name))
  return steps
    .map((step) => ({ ...step, checks: step.short ?? step.checks }))
    .filter(({ checks }) => checks.length > 0)
}

/** The sum of the report that a check wrote; zero when it wrote none. */
export async function countReport({ report }: Check, exitCode: number): Promise<Count> {
  if (!report) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const text = await readFile(report.path, 'utf8').catch(() => undefined)
  return text ? report.count(JSON.parse(text) as never) : { passed: 0, failed: 0 }
}

/** Creates the report's folder, and removes the report of an earlier run. */
export async function clearReport({ report }: Check): Promise<void> {
  if (!report) return
  await mkdir(dirname(report.path), { recursive: true })
  await rm(report.path, { force: true })
}

function minutes(count: number, command: string[]): Check {
  return { command, timeoutMs: count * 60_000 }
}

function vitest(
  project: string,
  { name = project, files = [], options = [] }: { name?: string; files?: string[]; options?: string[] } = {},
): Check {
  const path = join(results, `${name}.json`)
  const command = [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
    ...options,
    ...files,
  ]
  return { ...minutes(20, command), report: { path, count: vitestCount } }
}

/** Tests that a Redis of three nodes could break, where the services' step has one. */
function pipelineOnCluster(): Check {
  const names = [
    'orders/journeys',
    'maintenance/queues',
    'orders/two-processes',
    'realtime/distributed-rooms',
  ]
  const files = names.map((name) => `tests/services/${name}.test.ts`)
  return { ...vitest('services', { name: 'cluster', files }), env: { REDIS_CLUSTER: 'on' } }
}

function importRules(): Check {
  const path = join(results, 'imports.json')
  const sources = ['shared', 'api', 'workers', 'storefront/src', 'admin/src', 'scripts', 'deploy', 'tests']
  const options = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', '--output-to', path]
  return { ...minutes(3, ['depcruise', ...options, ...sources]), report: { path, count: cruiseCount } }
}

/**
 * The mutants of money, suppliers and permissions: about 11 minutes on two idle cores, more on busy ones.
 * With one seed for all runs, so that none fails by a random test.
 */
function coreMutants(): Check {
  const path = join(results, 'mutants.json')
  const command = ['node', 'tests/mutants/run.ts', '--core', '--seed', '1', '--report', path]
  return { ...minutes(30, command), report: { path, count: mutantsCount } }
}

function quickFaults(): Check {
  const path = join(results, 'faults.json')
  const command = ['node', 'tests/faults/run.ts', '--quick', '--report', path]
  return { ...minutes(8, command), report: { path, count: namedCount } }
}

/** Eight minutes where an earlier run filled its cache, and twenty where it makes everything. */
function deployment(): Check {
  const path = join(results, 'deployment.json')
  return {
    ...minutes(25, ['node', 'tests/deployment/run.ts', '--report', path]),
    report: { path, count: namedCount },
  }
}

/** playwright.config.ts sets the path of the report. */
function journeys(files: readonly string[] = []): Check {
  const path = join(root, 'test-results', 'e2e.json')
  return { ...minutes(25, ['playwright', 'test', ...files]), report: { path, count: playwrightCount } }
}
