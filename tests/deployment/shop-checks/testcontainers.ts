import { projectFolder } from '../engine/cache-folder.ts'
import type { Engine } from '../engine/engine.ts'
import { runUninterrupted } from '../engine/interruption.ts'
import { type Checks, must } from './checks.ts'

const file = 'tests/services/orders/journeys.test.ts'

/** One file of the services' tests on MongoDB and Redis in containers. */
export async function checkTestcontainers(checks: Checks, engine: Engine): Promise<void> {
  await checks.check(`${file} passes with TESTCONTAINERS=on`, async () => {
    const { command, env } = engine.program(['vitest', 'run', '--project', 'services', file])
    const [program = '', ...args] = command
    const { MONGODB_URI: _mongodb, REDIS_URL: _redis, ...outside } = process.env
    const { code, output } = await runUninterrupted(program, args, {
      cwd: projectFolder,
      env: { ...outside, ...env, TESTCONTAINERS: 'on', NO_COLOR: '1' },
      timeoutMs: 300_000,
    })
    must(code === 0, output.slice(-4_000))
    must(
      output.includes('MongoDB and Redis: containers of '),
      `The run does not say that it used containers:\n${output.slice(-2_000)}`,
    )
    return /Tests\s+(.*)/.exec(output)?.[1]
  })
}
