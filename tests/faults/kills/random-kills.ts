import { Redis } from 'ioredis'
import type { NodeProcess } from '../environment/node-process.ts'
import { stepDown, untilPrimary } from '../environment/primary.ts'
import { createRandom } from '../environment/random.ts'
import { sleep } from '../environment/wait.ts'
import { acknowledged, type Load } from '../load/load.ts'
import type { Scenario, Stage } from '../load/scenario.ts'
import { keepMachineBusy } from './busy-machine.ts'
import { type KillStep, planKills, planLateAnswers } from './kill-plan.ts'

/** BullMQ's locks in the workers. */
const lockMs = 5_000
const timeoutMs = 3_000
const processes = { apis: 2, workers: 2 }
const wishesPerSecond = 5.4
const promised = { ordersPerSecond: 500 / 120, kills: 10, freezes: 1, flushes: 2 }
const settledWithinMs = 420_000

type Done = Record<'kills' | 'freezes' | 'flushes', number>

/** Random kills for some time, all drawn from the seed. */
export function randomKills(seed: number, seconds: number): Scenario {
  return {
    number: seed,
    title: `random kills for ${seconds} s, seed ${seed}`,
    quick: false,
    environment: {
      mongoNodes: 3,
      customers: 60,
      ...processes,
      settings: {
        SUPPLIER_TIMEOUT_MS: String(timeoutMs),
        BALANCE_SETTLE_MS: String(timeoutMs),
        // Vendors act up to half a time-out later.
        SUPPLIER_LATE_MS: String(0.75 * timeoutMs),
      },
    },
    async run(stage) {
      const rest = keepMachineBusy()
      try {
        await disturb(stage, seed, seconds)
      } finally {
        rest()
      }
    },
  }
}

async function disturb(stage: Stage, seed: number, seconds: number): Promise<void> {
  const { environment, note, expect } = stage
  const count = Math.ceil(wishesPerSecond * seconds)
  const running = await stage.load({ mix: 'every', spreadMs: (seconds - 8) * 1_000, count, maxPages: 80 })
  const late = planLateAnswers(createRandom(seed), running.wishes, timeoutMs)
  for (const vendor of ['smileone', 'moogold'] as const)
    await environment.simulators.control(vendor, { next: late[vendor] })
  const done: Done = { kills: 0, freezes: 0, flushes: 0 }
  await carryOut(stage, planKills(createRandom(seed), { seconds, ...processes, lockMs }), done)
  await running.done
  note('the load is done, and nothing is killed any more')
  await stage.settled(settledWithinMs)
  const lateCount = late.smileone.length + late.moogold.length
  report(stage, running, { done, lateCount })
  const orders = acknowledged(running).length
  const wanted = Math.floor(promised.ordersPerSecond * seconds)
  expect(orders >= wanted, `only ${orders} orders were acknowledged, ${wanted} are asked for`)
  for (const what of ['kills', 'freezes', 'flushes'] as const)
    expect(done[what] >= promised[what], `only ${done[what]} ${what} took place`)
}

function report(
  { note }: Stage,
  running: Load,
  { done, lateCount }: { done: Done; lateCount: number },
): void {
  const orders = acknowledged(running).length
  note(
    `figures: ${orders} orders acknowledged, ${done.kills} kills, ${done.freezes} freezes, ${done.flushes} times Redis emptied, ${lateCount} purchases planned late, ${running.pages.length} pages open`,
  )
}

/** The steps of one process run one after the other, and in parallel to those of the others. */
async function carryOut(stage: Stage, steps: readonly KillStep[], done: Done): Promise<void> {
  const startedAt = Date.now()
  const chains = new Map<string, Promise<void>>()
  for (const step of steps) {
    await sleep(Math.max(0, step.atMs - (Date.now() - startedAt)))
    const target = nameOf(step)
    const before = chains.get(target) ?? Promise.resolve()
    chains.set(
      target,
      before.then(() => take(stage, step, done)).catch((error: Error) => stage.expect(false, error.message)),
    )
  }
  await Promise.all(chains.values())
}

function nameOf(step: KillStep): string {
  if (step.kind === 'flush') return 'redis'
  if (step.kind === 'freeze') return `worker${step.index}`
  return 'index' in step ? `${step.target}${step.index}` : step.target
}

async function take(stage: Stage, step: KillStep, done: Done): Promise<void> {
  const { environment, note } = stage
  switch (step.kind) {
    case 'flush':
      await emptyRedis(environment.servers.redisPort)
      note('Redis is emptied')
      done.flushes += 1
      return
    case 'freeze':
      return freeze(stage, step, done)
    case 'kill':
      if (step.target === 'redis') await outageOfRedis(stage, step.downMs)
      else if (step.target === 'primary') await electAnother(stage)
      else
        await killProcess(
          stage,
          (step.target === 'api' ? environment.apis : environment.workers)[step.index]!,
          step.downMs,
        )
      done.kills += 1
      return
    default:
      return step satisfies never
  }
}

async function emptyRedis(port: number): Promise<void> {
  const redis = new Redis(port, '127.0.0.1', {
    retryStrategy: (tries) => Math.min(tries * 200, 1_000),
    maxRetriesPerRequest: 30,
  })
  redis.on('error', () => undefined)
  try {
    await redis.flushall()
  } finally {
    redis.disconnect()
  }
}

async function freeze(
  { environment, note }: Stage,
  step: KillStep & { kind: 'freeze' },
  done: Done,
): Promise<void> {
  const worker = environment.workers[step.index]!
  const pid = worker.pid()
  worker.signal('SIGSTOP')
  note(`${worker.name} is frozen for ${step.forMs} ms`)
  await sleep(step.forMs)
  worker.signal('SIGCONT')
  note(`${worker.name} continues`)
  if (pid !== 0 && worker.pid() === pid) done.freezes += 1
}

async function outageOfRedis({ environment, note }: Stage, downMs: number): Promise<void> {
  await environment.servers.killRedis()
  note(`Redis is killed for ${downMs} ms`)
  await sleep(downMs)
  await environment.servers.restartRedis()
  note('Redis is back')
}

async function electAnother({ environment, note }: Stage): Promise<void> {
  note('the primary steps down')
  await stepDown(environment)
  note(`a primary again after ${await untilPrimary(environment)} ms`)
}

async function killProcess({ note }: Stage, process: NodeProcess, downMs: number): Promise<void> {
  await process.kill()
  note(`${process.name} is killed for ${downMs} ms`)
  await sleep(downMs)
  await startAgain(process)
  note(`${process.name} is back`)
}

/** A process without Redis or a primary exits, and is restarted, as by a supervisor. */
async function startAgain(process: NodeProcess): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await process.start()
    } catch (error) {
      if (tries === 5) throw error
      await sleep(1_000)
    }
  }
}
