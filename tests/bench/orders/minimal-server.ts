import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { CliError } from '../../../scripts/processes/cli-error.ts'

/**
 * `writes`: one transaction of five writes, one job added and taken, 32 at once. `with_calls`: with the two
 * external calls that every order needs. `one_wallet`: a single conditional update of one document, 32 at
 * once.
 */
export type MinimalServerTask = 'writes' | 'with_calls' | 'one_wallet'
export type MinimalServerBlock = { block: string; kind: MinimalServerTask; count: number }
export type MinimalServerResult = { block: string; written?: number; processed?: number; failed?: string }

export type MinimalServer = {
  /** @returns the number per second */
  run(kind: MinimalServerTask, count: number): Promise<number>
  pids: number[]
  stop(): void
}

/** The least that an order costs with these libraries, in two processes like the shop's. */
async function startMinimalProcesses(env: NodeJS.ProcessEnv): Promise<MinimalServer> {
  const api = await start('api', env)
  const worker = await start('worker', env).catch((error: unknown) => {
    api.kill('SIGKILL')
    throw error
  })
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

/** The minimal server for a shop, which is stopped where the minimal server does not start. */
export async function startMinimalServer(shop: {
  stack: { env: NodeJS.ProcessEnv }
  stop(): Promise<void>
}): Promise<MinimalServer> {
  return startMinimalProcesses(shop.stack.env).catch(async (error: unknown) => {
    await shop.stop()
    throw error
  })
}

function start(role: 'api' | 'worker', env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'minimal-server-main.ts'), [role], { env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new CliError(`The floor’s ${role} ended with ${code}.`)))
  })
}

function whenDone(children: ChildProcess[], { block, kind, count }: MinimalServerBlock): Promise<void> {
  const wanted = kind === 'one_wallet' ? 0 : count
  let processed = 0
  let isWritten = false
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      for (const child of children) child.off('message', receive).off('exit', gone)
      act()
    }
    const gone = () =>
      end(() => reject(new CliError('A process of the floor ended in the middle of its work.')))
    const receive = (message: MinimalServerResult) => {
      const { failed } = message
      if (failed) return end(() => reject(new CliError(`A job of the floor failed: ${failed}`)))
      if (message.block !== block) return
      processed += message.processed ?? 0
      isWritten ||= message.written !== undefined
      if (!isWritten || processed < wanted) return
      end(resolve)
    }
    if (children.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) return gone()
    for (const child of children) child.on('message', receive).on('exit', gone)
  })
}
