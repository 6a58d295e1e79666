/** `npm start` and, with `--dev`, `npm run dev`. Arguments: `--dev`. Settings come from the environment and `.env`. */
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { banner } from './launcher/banner.ts'
import { elapsed, terminalReporter } from './launcher/reporter.ts'
import { type Stack, startStack } from './launcher/stack.ts'
import { CliError, runMain } from './processes/cli-error.ts'
import { isPortFree } from './processes/free-port.ts'

const root = resolve(import.meta.dirname, '..')
const startedAt = performance.now()

await runMain(launch)

async function launch(): Promise<void> {
  const envFile = join(root, '.env')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  const front = frontPort(process.env.PORT)
  const stopping = new AbortController()
  const stopRequested = whenAskedToStop(() => stopping.abort(new CliError('Stopped before it was ready.')))
  const reporter = terminalReporter()
  const stack = await startStack({
    dataDir: resolve(root, process.env.DATA_DIR || '.data'),
    ports: { front, ...(await simulatorPort(front + 1)) },
    env: process.env,
    dev: process.argv.includes('--dev'),
    reporter,
    root,
    signal: stopping.signal,
  })
  console.log(banner(stack))
  console.log(`  Ready after ${elapsed(startedAt)}. Logs: ${relative(root, stack.logDir)}\n`)
  await stopRequested
  await stop(stack)
}

async function stop(stack: Stack): Promise<void> {
  const stoppingAt = performance.now()
  console.log('\n  Stopping …')
  await stack.stop()
  console.log(`  Stopped after ${elapsed(stoppingAt)}.`)
}

/**
 * The simulators use the port after the storefront's, if it is free, so that their addresses stay the same.
 */
async function simulatorPort(wanted: number): Promise<{ simulators?: number }> {
  return (await isPortFree(wanted)) ? { simulators: wanted } : {}
}

function frontPort(text: string | undefined): number {
  const port = Number(text || 3000)
  if (Number.isInteger(port) && port > 0 && port < 65_535) return port
  throw new CliError(`PORT is ${text}: set it to a number from 1 to 65534.`)
}

/**
 * One stop may arrive several times: from the terminal, from npm, and as a closed connection to the parent
 * process.
 */
function whenAskedToStop(abort: () => void): Promise<void> {
  return new Promise((resolve) => {
    const ask = () => {
      abort()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
    process.on('disconnect', ask)
  })
}
