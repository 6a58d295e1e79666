import { fork } from 'node:child_process'
import { fewArenas, memoryFlags } from '../../../scripts/launcher/memory-flags.ts'
import { CliError } from '../../../scripts/processes/cli-error.ts'

/** A process of a bench that answers questions. */
export type Helper = {
  pid: number
  /** @throws CliError with the helper's error */
  ask<Answer>(question: unknown): Promise<Answer>
  stop(): void
}

type Asked = { id: number; question: unknown }
type Answered = { id: number; answer?: unknown; failed?: string }

/**
 * Starts a program that calls `answerQuestions`, and waits until it has. It starts with the shop's memory
 * options, because their memory is compared.
 */
export async function startHelper(script: string, env: NodeJS.ProcessEnv = process.env): Promise<Helper> {
  const child = fork(script, {
    env: { ...fewArenas, ...env },
    execArgv: [...process.execArgv, ...memoryFlags],
    stdio: 'inherit',
  })
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new CliError(`${script} ended with ${code}.`)))
  })
  child.on('message', ({ id, answer, failed }: Answered) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (failed === undefined) asker?.resolve(answer)
    else asker?.reject(new CliError(failed))
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new CliError(`${script} ended before it answered.`))
  })
  let last = 0
  return {
    pid: child.pid as number,
    ask: <Answer>(question: unknown) =>
      new Promise<Answer>((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve: resolve as (answer: unknown) => void, reject })
        child.send({ id: last, question } satisfies Asked)
      }),
    stop: () => void child.kill('SIGKILL'),
  }
}

/** In the helper: answers questions, reports that it is ready, and ends with its parent process. */
export function answerQuestions<Question>(answer: (question: Question) => unknown): void {
  process.once('disconnect', () => process.exit())
  process.on('message', async ({ id, question }: Asked) => {
    const answered: Answered = await Promise.resolve()
      .then(() => answer(question as Question))
      .then(
        (found) => ({ id, answer: found }),
        (error: Error) => ({ id, failed: error.stack ?? String(error) }),
      )
    process.send?.(answered)
  })
  process.send?.('ready')
}
