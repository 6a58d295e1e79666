import { AppError } from './app-error.ts'

/** Runs work when its turn comes. @throws AppError `service_unavailable` at once when too many wait already */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets `atOnce` pieces of work run in this process and `waiting` more wait in line, first come first served. For work
 * that holds a thread for long: more at once would only make everyone wait, and what needs a thread for a moment too.
 */
export function createTurnstile({ atOnce, waiting }: { atOnce: number; waiting: number }): Turnstile {
  let running = 0
  const line: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new AppError('service_unavailable')
      // Whoever leaves hands over its place, so that nobody slips in between.
      await new Promise<void>((resolve) => line.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
