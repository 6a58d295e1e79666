export interface Count {
  passed: number
  failed: number
  /** Why something counts as failed that no test names. */
  complaint?: string
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** Adds up a report of Vitest's. A file that failed before its first test counts as one failure. */
export function vitestCount(report: VitestReport): Count {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

/** Adds up a report of Playwright's. A test that passed only when it was tried again counts as passed. */
export function playwrightCount({ stats }: PlaywrightReport): Count {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
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

/** One check: no import breaks a rule, and the tool has really read the sources. */
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

/** What a step counts for: a program that failed without a failed test, or that ran none, is a failure too. */
export function withoutSilence(count: Count, exitCode: number): Count {
  if (count.failed === 0 && exitCode !== 0) {
    return { ...count, failed: 1, complaint: `it ended with exit code ${exitCode}, though no test failed` }
  }
  if (count.passed + count.failed === 0) return { ...count, failed: 1, complaint: 'it ran no test' }
  return count
}

export function total(counts: Count[]): Count {
  return counts.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  )
}
