import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { memoryFlags } from '../../scripts/launcher/memory-flags.ts'
import { CliError } from '../../scripts/processes/cli-error.ts'
import { compareWithBaseline, judgedBy } from './kit/baseline.ts'
import { startBenchShop } from './kit/bench-shop.ts'
import { linesOf, mean, percentile } from './kit/rows.ts'
import type { Suite } from './kit/suite.ts'
import { warmShop } from './start/start-shop.ts'

const sizes = {
  smoke: { turns: 1, starts: 1 },
  quick: { turns: 2, starts: 3 },
  whole: { turns: 5, starts: 7 },
}
const goals = { times: 2.5, seconds: 8 }
const root = resolve(import.meta.dirname, '../..')
const line = linesOf('P7')

/**
 * The api compared with its own imports, then the whole shop in a folder that it has used before, to its
 * first order.
 */
export const start: Suite = {
  about: 'the api’s start beside its imports; npm start to the first order',
  run: async ({ amount }) => {
    const { turns, starts } = sizes[amount]
    const alone = await measureApi(turns)
    const warm = await warmShop()
    const seconds: number[] = []
    try {
      while (seconds.length < starts) seconds.push(await warm.start())
    } finally {
      await warm.remove()
    }
    return {
      rows: [
        ...judgedBy('P7', alone.itself, [
          line.max('the api ready, to its imports', alone.ratio, goals.times),
          line.info('the api ready, ms', mean(alone.pairedRuns.map(([, ms]) => ms))),
        ]),
        line.max('npm start to the first order, s', percentile(seconds, 0.5), goals.seconds),
      ],
      detail: { alone, seconds },
    }
  },
}

async function measureApi(turns: number) {
  const shop = await startBenchShop({ buyers: 0 })
  try {
    // With the launcher's options.
    const compiled = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }
    const env = { ...compiled, ...shop.stack.env, PORT: '0' }
    const ready = (script: string) => () => msUntilReady(join(root, script), env)
    return await compareWithBaseline(
      turns,
      ready('tests/bench/start/imports-main.ts'),
      ready('api/src/main.ts'),
    )
  } finally {
    await shop.stop()
  }
}

/** From the start of a program until it reports that it is ready; then it is stopped. */
async function msUntilReady(script: string, env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...memoryFlags, script], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for await (const text of createInterface({ input: child.stdout })) {
    if (!text.includes('"ready":true')) continue
    const tookMs = performance.now() - startedAt
    child.kill('SIGKILL')
    await ended
    return tookMs
  }
  throw new CliError(`${script} ended before it was ready.`)
}
