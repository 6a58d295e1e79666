import { spawn } from 'node:child_process'

export interface Ran {
  /** The exit code; 127 when there is no such program, 124 after a timeout. */
  code: number
  /** Standard output and standard error together. */
  output: string
}

interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Runs through a shell, as Windows needs for programs that npm installs. */
  shell?: boolean
  /** Milliseconds after which the program is ended. */
  timeoutMs?: number
}

/** Runs a short program to its end. Never throws: the result says how it ended. */
export function runProgram(command: string, args: string[], options: RunOptions = {}): Promise<Ran> {
  const { timeoutMs = 120_000, ...spawnOptions } = options
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const output = () => Buffer.concat(chunks).toString('utf8').trim()
    const child = spawn(command, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] })
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      resolve({ code: 124, output: `${output()}\ntook longer than ${timeoutMs / 1000} s`.trim() })
    }, timeoutMs)
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => {
      clearTimeout(timer)
      resolve({ code: 127, output: error.message })
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code: code ?? 1, output: signal ? `${output()}\nended by ${signal}`.trim() : output() })
    })
  })
}

/** The last non-empty line: the useful part of a failed program's output. */
export function lastLine(output: string): string {
  return output.trimEnd().split('\n').at(-1)?.trim() || 'it said nothing'
}
