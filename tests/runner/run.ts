/**
 * `npm test`: the short run, with MongoDB, Redis and a browser provided here. `npm test -- all` runs everything; names of
 * steps, as in `npm test -- unit services`, run these whole. The last line sums all of them. A step whose browser or
 * promtool cannot be provided is reported as not run; with REQUIRE_ALL=1 that is a failure. `all` leaves the deployment
 * out where there is no container engine and none was brought up before.
 */
import { elapsed } from '../../scripts/launcher/reporter.ts'
import { runMain } from '../../scripts/processes/cli-error.ts'
import { provideTestServices, type TestServices } from '../../scripts/services/provide.ts'
import { findPromtool } from '../alerts/prometheus.ts'
import { whyNoEngine } from '../deployment/engine/find-engine.ts'
import { type CheckProcesses, checkProcesses } from './check-processes.ts'
import { provideChromium } from './chromium.ts'
import { type Count, total, withoutLuck } from './counts.ts'
import { runCheck } from './run-check.ts'
import { type Check, chooseSteps, type Step } from './steps.ts'

interface Result extends Count {
  name: string
  time: string
  /** Why it was not run. */
  notRun?: string
}

let processes: CheckProcesses
let isStopping = false

await runMain(test)

async function test(): Promise<void> {
  const startedAt = performance.now()
  const chosen = chooseSteps(process.argv.slice(2))
  processes = await checkProcesses()
  const provisions = provide(chosen)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, stopEarly)
  const results: Result[] = []
  try {
    for (const step of chosen) if (!isStopping) results.push(await runStep(step, provisions))
  } finally {
    await provisions.services.then(
      (services) => services?.stop(),
      () => {},
    )
    await processes.release()
  }
  summarize(results, elapsed(startedAt))
}

/** `mayBeLeftOut`: not a failure where REQUIRE_ALL=1 makes it one. */
interface Missing {
  reason: string
  mayBeLeftOut: boolean
}

interface Provisions {
  services: Promise<TestServices | undefined>
  browser: Promise<string | undefined>
}

/** Starts to provide while the first steps run; one after the other, because apt-get allows one at a time. */
function provide(chosen: Step[]): Provisions {
  const needs = (what: Step['needs']) => chosen.some((step) => step.needs === what)
  const services = needs('services') || needs('browser') ? provideTestServices() : Promise.resolve(undefined)
  const browser = services.then(
    () => (needs('browser') ? provideChromium(console.error) : undefined),
    () => undefined,
  )
  services.then(
    (provided) => provided && console.log(`MongoDB and Redis: ${provided.source}`),
    () => {},
  )
  return { services, browser }
}

async function runStep(step: Step, provisions: Provisions): Promise<Result> {
  const startedAt = performance.now()
  console.log(`\n── ${step.name} ${'─'.repeat(70 - step.name.length)}`)
  const missing = await whyMissing(step, provisions)
  if (missing) return notRun(step, missing, elapsed(startedAt))
  const counts: Count[] = []
  try {
    const env = await environment(step, provisions)
    const done = await Promise.all(step.checks.map((check) => runOne(check, env)))
    counts.push(...done)
  } catch (error) {
    console.log(`✗ ${error instanceof Error ? error.message : String(error)}`)
    counts.push({ passed: 0, failed: 1 })
  }
  const result = { ...total(counts), name: step.name, time: elapsed(startedAt) }
  console.log(line(result))
  return result
}

/** Why what a step needs cannot be provided; undefined when it is there. */
async function whyMissing(step: Step, provisions: Provisions): Promise<Missing | undefined> {
  const isNamed = process.argv.includes(step.name)
  const reason = step.needs === 'engine' ? await whyNoEngine(!isNamed) : await whyNoProgram(step, provisions)
  return reason === undefined ? undefined : { reason, mayBeLeftOut: step.needs === 'engine' && !isNamed }
}

async function whyNoProgram({ needs }: Step, { services, browser }: Provisions): Promise<string | undefined> {
  if (needs !== 'browser' && needs !== 'promtool') return undefined
  // One after the other, because apt-get allows one at a time.
  const program = needs === 'browser' ? browser : Promise.allSettled([services, browser]).then(findPromtool)
  return program.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

function notRun({ name }: Step, { reason, mayBeLeftOut }: Missing, time: string): Result {
  const isRequired = process.env.REQUIRE_ALL === '1' && !mayBeLeftOut
  const result = { passed: 0, failed: isRequired ? 1 : 0, name, time, notRun: reason }
  console.log(line(result))
  return result
}

async function runOne(check: Check, env: NodeJS.ProcessEnv): Promise<Count> {
  const count = await runCheck(check, env, (running) => processes.add(running, check.command[0] as string))
  if (count.failed > 0)
    console.log(`✗ ${check.command.join(' ')}${count.complaint ? `\n${count.complaint}` : ''}`)
  return count
}

async function environment(step: Step, provisions: Provisions): Promise<NodeJS.ProcessEnv> {
  if (!step.needs || step.needs === 'engine') return process.env
  const services = await provisions.services
  const chromePath = step.needs === 'browser' ? await provisions.browser : undefined
  return {
    ...process.env,
    ...(services && {
      MONGODB_URI: services.mongodbUri,
      REDIS_URL: services.redisUrl,
      // It has been obeyed: a step may need a cluster besides.
      TESTCONTAINERS: '',
    }),
    ...(chromePath && { CHROME_PATH: chromePath }),
  }
}

function summarize(results: Result[], time: string): void {
  const { passed, failed, complaint } = withoutLuck(total(results))
  const nothingRan = passed + failed === 0
  console.log(`\n── all, ${time} ${'─'.repeat(60)}`)
  for (const result of results) console.log([line(result), ...(result.details ?? [])].join('\n  '))
  if (complaint) console.log(`✗ ${complaint}`)
  if (isStopping) console.log('Stopped before the end.')
  console.log(`\n${passed} passed, ${failed} failed`)
  if (failed > 0 || nothingRan || isStopping) process.exitCode = 1
}

function line({ name, passed, failed, time, notRun }: Result): string {
  if (notRun) return `${failed > 0 ? '✗' : '–'} ${name.padEnd(12)} not run: ${notRun}`
  return `${failed > 0 ? '✗' : '✓'} ${name.padEnd(12)} ${String(passed).padStart(5)} passed, ${failed} failed  (${time})`
}

function stopEarly(): void {
  isStopping = true
  processes.stopAll()
}
