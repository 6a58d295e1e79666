import { styleText } from 'node:util'

/** Messages for the terminal. */
export interface Reporter {
  /** Runs the work and prints how long it took; announces the step when it takes long. */
  step<T>(title: string, work: () => Promise<T>, detail?: (result: T) => string): Promise<T>
  say: (line: string) => void
  warn: (line: string) => void
}

/** A step that takes longer is announced before it is done. */
const LONG_MS = 1_500

/** Writes to the terminal. */
export function terminalReporter(write: (line: string) => void = console.log): Reporter {
  return {
    async step(title, work, detail) {
      const startedAt = performance.now()
      const announcing = setTimeout(() => write(styleText('dim', `  · ${title} …`)), LONG_MS)
      const line = (mark: string, text: string) =>
        `  ${mark} ${text.padEnd(52)} ${styleText('dim', elapsed(startedAt))}`
      try {
        const result = await work()
        const text = detail ? `${title} ${detail(result)}` : title
        write(line(styleText('green', '✓'), text))
        return result
      } catch (error) {
        write(line(styleText('red', '✗'), title))
        throw error
      } finally {
        clearTimeout(announcing)
      }
    },
    say: (text) => write(text),
    warn: (text) => write(styleText('yellow', text)),
  }
}

/** Prints only failures: for tests. */
export function quietReporter(write: (line: string) => void = console.error): Reporter {
  return { step: (_title, work) => work(), say: () => {}, warn: write }
}

/** Seconds since a time of `performance.now()`, as `0.8 s`. */
export function elapsed(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}
