import { type Outcome, outcomeOf } from '../outcome.ts'

/** How long to wait before asking again, in ms: about a minute in all. */
export const retryDelaysMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]

export type Ending<Reply> =
  | { kind: 'answered'; reply: Reply }
  | { kind: Outcome; error: unknown }
  | { kind: 'left' }

type Asking<Reply> = {
  /** Sends the same request with the same key, whenever it is called. */
  ask(): Promise<Reply>
  /** Waits before the next try. `left`: the page was left; `over`: the time for retries has ended. */
  pause(ms: number, error: unknown): Promise<'again' | 'left' | 'over'>
}

/** Asks until there is an answer that is sure, or for about a minute: it ends `unclear` then. */
export async function retryUntilAnswered<Reply>({ ask, pause }: Asking<Reply>): Promise<Ending<Reply>> {
  for (let tries = 0; ; tries += 1) {
    const ending = await askOnce(ask)
    if (ending.kind !== 'unclear') return ending
    const pauseMs = retryDelaysMs[tries]
    if (pauseMs === undefined) return ending
    const then = await pause(pauseMs, ending.error)
    if (then === 'left') return { kind: 'left' }
    if (then === 'over') return ending
  }
}

async function askOnce<Reply>(ask: () => Promise<Reply>): Promise<Exclude<Ending<Reply>, { kind: 'left' }>> {
  try {
    return { kind: 'answered', reply: await ask() }
  } catch (error) {
    return { kind: outcomeOf(error), error }
  }
}
