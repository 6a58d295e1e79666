import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** The result of running test files. `ran` 0: they did not even load. */
export type Verdict = { ran: number; firstFailure: string | undefined; output: string }

type TestFile = {
  name: string
  status: string
  /** Failures outside any test: in a hook, as the harness reports a query that no index serves. */
  message: string
  assertionResults: { status: string; fullName: string }[]
}
type Report = { testResults: TestFile[] }

const limitMs = 180_000
/** For all tests that any mutant names, in one run. */
const limitOfAllMs = 20 * 60_000

/** Runs test files in a copy of the source; with `stopEarly` only until the first failure. */
export async function runTests(
  folder: string,
  tests: readonly string[],
  options: { env: NodeJS.ProcessEnv; signal: AbortSignal; stopEarly: boolean },
): Promise<Verdict> {
  const report = join(folder, 'report.json')
  await rm(report, { force: true })
  const output = await vitest(folder, [
    'run',
    ...tests,
    '--reporter=json',
    '--reporter=dot',
    `--outputFile.json=${report}`,
    ...(options.stopEarly ? ['--bail=1'] : []),
  ])
  const files = (await readReport(report)).testResults
  const results = files.flatMap((file) => file.assertionResults)
  const ran = results.filter(({ status }) => status === 'passed' || status === 'failed').length
  const failed = results.find(({ status }) => status === 'failed')?.fullName
  return { ran, firstFailure: failed ?? (ran > 0 ? failureBeside(files) : undefined), output }

  async function vitest(cwd: string, args: string[]): Promise<string> {
    const program = join(cwd, 'node_modules/vitest/vitest.mjs')
    const signal = AbortSignal.any([
      options.signal,
      AbortSignal.timeout(options.stopEarly ? limitMs : limitOfAllMs),
    ])
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: options.env,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => {
        text = (text + String(part)).slice(-20_000)
      })
    }
    await new Promise<void>((done) => {
      child.once('error', () => done())
      child.once('close', () => done())
    })
    return text
  }
}

function failureBeside(files: readonly TestFile[]): string | undefined {
  const file = files.find(({ status }) => status === 'failed')
  return file && `${basename(file.name)}: ${file.message.trim().split('\n').slice(0, 2).join(' ')}`
}

async function readReport(path: string): Promise<Report> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Report
  } catch {
    return { testResults: [] }
  }
}
