import { styleText } from 'node:util'

/** What the person at the terminal is told. */
export interface Reporter {
  /** Does the work and says how long it took; says what is going on when it takes long. */
  step<T>(title: string, work: () => Promise<T>, detail?: (result: T) => string): Promise<T>
  say: (line: string) => void
  warn: (line: string) => void
}

/** A step that takes longer than this is announced before it is done. */
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

/** Says only what went wrong: for tests. */
export function quietReporter(write: (line: string) => void = console.error): Reporter {
  return { step: (_title, work) => work(), say: () => {}, warn: write }
}

/** Seconds since a moment of `performance.now()`, as `0.8 s`. */
export function elapsed(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}
