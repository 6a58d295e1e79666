import { spawn } from 'node:child_process'

export interface Ran {
  /** The exit code; 127 when there is no such program, 124 after a timeout, 130 when it was interrupted. */
  code: number
  /** Standard output and standard error together. */
  output: string
}

export interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Runs through a shell, as Windows needs for programs that npm installs. */
  shell?: boolean
  /** Milliseconds after which the program is ended. */
  timeoutMs?: number
  /** Aborted when the program is to be ended, or not to be started. */
  signal?: AbortSignal
}

/** Runs a short program to its end. Never throws: the result says how it ended. */
export function runProgram(command: string, args: string[], options: RunOptions = {}): Promise<Ran> {
  const { timeoutMs = 120_000, signal, ...spawnOptions } = options
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ code: 130, output: 'interrupted' })
    const chunks: Buffer[] = []
    const output = () => Buffer.concat(chunks).toString('utf8').trim()
    const child = spawn(command, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] })
    const settle = (ran: Ran) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', interrupt)
      resolve(ran)
    }
    const end = (code: number, reason: string) => {
      child.kill('SIGKILL')
      settle({ code, output: `${output()}\n${reason}`.trim() })
    }
    const interrupt = () => end(130, 'interrupted')
    const timer = setTimeout(() => end(124, `took longer than ${timeoutMs / 1000} s`), timeoutMs)
    signal?.addEventListener('abort', interrupt)
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => settle({ code: 127, output: error.message }))
    child.on('close', (code, by) =>
      settle({ code: code ?? 1, output: by ? `${output()}\nended by ${by}`.trim() : output() }),
    )
  })
}

/** The last non-empty line: the useful part of a failed program's output. */
export function lastLine(output: string): string {
  return output.trimEnd().split('\n').at(-1)?.trim() || 'it said nothing'
}
