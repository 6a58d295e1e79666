import { stripVTControlCharacters } from 'node:util'

export interface Count {
  passed: number
  failed: number
  /** The reason for a failure that no test names. */
  complaint?: string
  /** Each test that failed, also those that passed on retry. */
  details?: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name?: string; status: string; message?: string; assertionResults: Assertion[] }[]
}

interface Assertion {
  status?: string
  fullName?: string
  /** One for each failed attempt: a test that passed on retry has them too. */
  failureMessages?: string[]
}

/** Sums a report of Vitest. A file that failed before its first test counts as one failure. */
export function vitestCount(report: VitestReport): Count {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages }) => ({
      hasPassed: status === 'passed',
      name: `${name}: ${fullName}`,
      error: failureMessages?.[0],
    })),
  )
  const files = broken.map(({ name, message }) => ({ hasPassed: false, name: String(name), error: message }))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    ...failedTests([...tests, ...files]),
  }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites?: PlaywrightSuite[]
  /** Failures that belong to no test, as of a run that took too long. */
  errors?: { message?: string }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    file: string
    title: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

/** Sums a report of Playwright. A test that passed on retry counts as passed. */
export function playwrightCount({ stats, suites = [], errors = [] }: PlaywrightReport): Count {
  const complaint = errors.map(({ message = '' }) => stripVTControlCharacters(message)).join('\n')
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    ...(complaint !== '' && { complaint }),
    ...failedTests(suites.flatMap(playwrightTests)),
  }
}

function playwrightTests({ suites = [], specs = [] }: PlaywrightSuite): Tried[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      hasPassed: status !== 'unexpected',
      name: `${file}: ${title}`,
      error: results.find(({ error }) => error)?.error?.message,
    })),
  )
  return [...own, ...suites.flatMap(playwrightTests)]
}

interface Tried {
  hasPassed: boolean
  name: string
  /** The error of its first failed attempt. */
  error: string | undefined
}

const secondTry = '↻ only at the second try'

/** The tests that failed, once or finally, each with the beginning of its error. */
function failedTests(tests: Tried[]): Pick<Count, 'details'> {
  const lines = tests
    .filter(({ error }) => error !== undefined)
    .map(({ hasPassed, name, error }) => {
      const reason = stripVTControlCharacters(error ?? '').replace(/\s+/g, ' ')
      return `${hasPassed ? secondTry : '✗'} ${name}: ${reason.slice(0, 300)}`
    })
  return lines.length > 0 ? { details: lines } : {}
}

/** The report of `npm run mutants -- --report`. */
interface MutantsReport {
  caught: number
  /** Mutants that no test caught, or whose tests did not run. */
  missed: { name: string; reason: string }[]
}

/** Counts a mutant that a test caught as passed, and any other as failed. */
export function mutantsCount({ caught, missed }: MutantsReport): Count {
  const lines = missed.map(({ name, reason }) => `✗ mutant: ${name}: ${reason.slice(0, 300)}`)
  return { passed: caught, failed: missed.length, ...(lines.length > 0 && { details: lines }) }
}

/** The report of a program of our own: `npm run faults -- --report`, and the deployment's. */
export interface NamedReport {
  passed: number
  failed: { name: string; reason: string }[]
}

export function namedCount({ passed, failed }: NamedReport): Count {
  const lines = failed.map(({ name, reason }) => `✗ ${name}: ${reason.replace(/\s+/g, ' ').slice(0, 300)}`)
  return { passed, failed: failed.length, ...(lines.length > 0 && { details: lines }) }
}

interface CruiseReport {
  summary: { error: number; totalCruised: number; violations: Violation[] }
}

interface Violation {
  from: string
  to: string
  rule: { name: string; severity: string }
}

/** The whole project has some hundred modules: reading fewer than this means that the sources were not read at all. */
const FEWEST_MODULES = 100

/** One check: no import breaks a rule, and the tool has read the sources. */
export function cruiseCount({ summary }: CruiseReport): Count {
  if (summary.totalCruised < FEWEST_MODULES) {
    return { passed: 0, failed: 1, complaint: `only ${summary.totalCruised} modules were read` }
  }
  if (summary.error === 0) return { passed: 1, failed: 0 }
  const broken = summary.violations.filter(({ rule }) => rule.severity === 'error')
  return {
    passed: 0,
    failed: 1,
    complaint: broken.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`).join('\n'),
  }
}

/** A program that failed without a failed test, or ran no test, counts as a failure. */
export function withoutSilence(count: Count, exitCode: number): Count {
  if (count.failed === 0 && exitCode !== 0) {
    return { complaint: `it ended with exit code ${exitCode}, though no test failed`, ...count, failed: 1 }
  }
  if (count.passed + count.failed === 0) return { ...count, failed: 1, complaint: 'it ran no test' }
  return count
}

/**
 * Tests of a time limit may need a retry on a busy machine; more retried tests than this point to a fault.
 */
const maxSecondTries = 2

/** A run fails where too many tests passed only on retry. */
export function withoutLuck(count: Count): Count {
  const again = (count.details ?? []).filter((line) => line.startsWith(secondTry)).length
  if (again <= maxSecondTries) return count
  const complaint = `${again} tests passed only at the second try, and ${maxSecondTries} may`
  return { ...count, failed: count.failed + 1, complaint }
}

export function total(counts: Count[]): Count {
  const sum = (of: 'passed' | 'failed') => counts.reduce((all, count) => all + count[of], 0)
  const lines = counts.flatMap(({ details = [], complaint }) => [
    ...details,
    ...(complaint === undefined ? [] : [`✗ ${complaint}`]),
  ])
  return { passed: sum('passed'), failed: sum('failed'), ...(lines.length > 0 && { details: lines }) }
}
