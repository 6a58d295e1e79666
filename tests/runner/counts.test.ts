import { describe, expect, it } from 'vitest'
import {
  cruiseCount,
  mutantsCount,
  namedCount,
  playwrightCount,
  total,
  vitestCount,
  withoutLuck,
  withoutSilence,
} from './counts.ts'

describe('counting tests', () => {
  it('counts a file that broke before its first test as one failure of Vitest', () => {
    const testResults = [
      { status: 'passed', assertionResults: [{}, {}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ]
    expect(vitestCount({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({
      passed: 2,
      failed: 2,
    })
  })

  it('counts a test that Playwright retried as passed', () => {
    expect(playwrightCount({ stats: { expected: 3, flaky: 1, unexpected: 2 } })).toEqual({
      passed: 4,
      failed: 2,
    })
  })

  it('reports which tests failed, and which passed only on retry', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'pays', failureMessages: [] },
      { status: 'passed', fullName: 'refunds', failureMessages: ['late\n  at line 1'] },
      { status: 'failed', fullName: 'delivers', failureMessages: ['\u001b[31mtwice\u001b[0m', 'twice'] },
    ]
    const testResults = [
      { name: 'a.test.ts', status: 'failed', assertionResults },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ]
    expect(vitestCount({ numPassedTests: 2, numFailedTests: 1, testResults }).details).toEqual([
      '↻ only at the second try a.test.ts: refunds: late at line 1',
      '✗ a.test.ts: delivers: twice',
      '✗ b.test.ts: no such module',
    ])
    const spec = (title: string, status: string, errors: (string | undefined)[]) => ({
      file: 'c.spec.ts',
      title,
      tests: [{ status, results: errors.map((message) => (message ? { error: { message } } : {})) }],
    })
    const specs = [spec('opens', 'flaky', ['slow', undefined]), spec('closes', 'unexpected', ['stuck'])]
    const stats = { expected: 0, flaky: 1, unexpected: 1 }
    expect(playwrightCount({ stats, suites: [{ suites: [{ specs }] }] }).details).toEqual([
      '↻ only at the second try c.spec.ts: opens: slow',
      '✗ c.spec.ts: closes: stuck',
    ])
  })

  it('counts a mutant that no test caught as one failure, and names it', () => {
    const missed = [{ name: 'a refund is paid twice', reason: 'NOT CAUGHT' }]
    expect(mutantsCount({ caught: 83, missed })).toEqual({
      passed: 83,
      failed: 1,
      details: ['✗ mutant: a refund is paid twice: NOT CAUGHT'],
    })
    expect(mutantsCount({ caught: 84, missed: [] })).toEqual({ passed: 84, failed: 0 })
  })

  it('counts a named check that failed, and says why', () => {
    const failed = [{ name: 'no secret is shown', reason: 'api\nshows one' }]
    expect(namedCount({ passed: 16, failed })).toEqual({
      passed: 16,
      failed: 1,
      details: ['✗ no secret is shown: api shows one'],
    })
    expect(namedCount({ passed: 17, failed: [] })).toEqual({ passed: 17, failed: 0 })
  })

  it('says why a run of the browser ended before its last test', () => {
    const stats = { expected: 3, unexpected: 0, flaky: 0 }
    const errors = [{ message: 'Timed out waiting 24s for the test suite to run' }]
    expect(withoutSilence(playwrightCount({ stats, errors }), 1)).toMatchObject({
      passed: 3,
      failed: 1,
      complaint: errors[0]?.message,
    })
  })

  it('fails the import check when hardly any module was read', () => {
    const summary = { error: 0, totalCruised: 0, violations: [] }
    expect(cruiseCount({ summary })).toEqual({ passed: 0, failed: 1, complaint: 'only 0 modules were read' })
    expect(cruiseCount({ summary: { ...summary, totalCruised: 400 } })).toEqual({ passed: 1, failed: 0 })
  })

  it('names the imports that break a rule', () => {
    const violation = (name: string, severity: string) => ({
      from: 'a.ts',
      to: 'b.ts',
      rule: { name, severity },
    })
    const violations = [violation('no-cycle', 'error'), violation('no-orphans', 'warn')]
    const count = cruiseCount({ summary: { error: 1, totalCruised: 400, violations } })
    expect(count).toEqual({ passed: 0, failed: 1, complaint: 'no-cycle: a.ts → b.ts' })
  })

  it('counts a step without results as a failure', () => {
    expect(withoutSilence({ passed: 0, failed: 0 }, 0)).toMatchObject({
      failed: 1,
      complaint: 'it ran no test',
    })
    expect(withoutSilence({ passed: 5, failed: 0 }, 1)).toMatchObject({ passed: 5, failed: 1 })
    expect(withoutSilence({ passed: 5, failed: 2 }, 1)).toEqual({ passed: 5, failed: 2 })
    expect(withoutSilence({ passed: 5, failed: 0 }, 0)).toEqual({ passed: 5, failed: 0 })
  })

  it('counts more than two retried tests as a failure', () => {
    const again = (times: number) =>
      vitestCount({
        numPassedTests: times,
        numFailedTests: 0,
        testResults: [
          {
            name: 'a.test.ts',
            status: 'passed',
            assertionResults: Array.from({ length: times }, () => ({
              status: 'passed',
              fullName: 'is quick',
              failureMessages: ['slow'],
            })),
          },
        ],
      })
    expect(withoutLuck(again(2))).toMatchObject({ passed: 2, failed: 0 })
    expect(withoutLuck(total([again(1), again(2)]))).toMatchObject({
      passed: 3,
      failed: 1,
      complaint: '3 tests passed only at the second try, and 2 may',
    })
  })

  it('adds everything up', () => {
    expect(
      total([
        { passed: 2, failed: 0 },
        { passed: 3, failed: 1, complaint: 'x' },
      ]),
    ).toEqual({ passed: 5, failed: 1, details: ['✗ x'] })
    expect(total([])).toEqual({ passed: 0, failed: 0 })
  })
})
