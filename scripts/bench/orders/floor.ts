import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { Refusal } from '../../refusal.ts'

/**
 * `writes`: one transaction of five writes, one job added and taken, 32 at once. `with_calls`: with the two calls that
 * nobody can save. `one_wallet`: a single conditional update of one document, 32 at once.
 */
export type FloorKind = 'writes' | 'with_calls' | 'one_wallet'
export type FloorBlock = { block: string; kind: FloorKind; count: number }
export type FloorDone = { block: string; written?: number; processed?: number; failed?: string }

export type Floor = {
  /** @returns how many a second */
  run(kind: FloorKind, count: number): Promise<number>
  pids: number[]
  stop(): void
}

/** The least that an order costs with these libraries, in two processes like the shop's. */
export async function startFloor(env: NodeJS.ProcessEnv): Promise<Floor> {
  const [api, worker] = (await Promise.all([start('api', env), start('worker', env)])) as [
    ChildProcess,
    ChildProcess,
  ]
  let blocks = 0
  return {
    pids: [api.pid as number, worker.pid as number],
    run: async (kind, count) => {
      blocks += 1
      const block = `b${process.pid}x${blocks}`
      const startedAt = performance.now()
      const all = whenDone([api, worker], { block, kind, count })
      api.send({ block, kind, count })
      await all
      return (count * 1_000) / (performance.now() - startedAt)
    },
    stop: () => {
      for (const child of [api, worker]) child.kill('SIGKILL')
    },
  }
}

function start(role: 'api' | 'worker', env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'floor-main.ts'), [role], { env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new Refusal(`The floor’s ${role} ended with ${code}.`)))
  })
}

function whenDone(children: ChildProcess[], { block, kind, count }: FloorBlock): Promise<void> {
  const wanted = kind === 'one_wallet' ? 0 : count
  let processed = 0
  let isWritten = false
  return new Promise((resolve, reject) => {
    const hear = (message: FloorDone) => {
      if (message.failed) reject(new Refusal(`A job of the floor failed: ${message.failed}`))
      if (message.block !== block) return
      processed += message.processed ?? 0
      isWritten ||= message.written !== undefined
      if (!isWritten || processed < wanted) return
      for (const child of children) child.off('message', hear)
      resolve()
    }
    for (const child of children) child.on('message', hear)
  })
}
