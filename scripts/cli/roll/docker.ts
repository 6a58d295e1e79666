import { execFile } from 'node:child_process'
import { Fault } from '../kit/fault.ts'

/** Runs `docker` with these arguments to its end. */
export type Docker = (args: readonly string[], options?: DockerOptions) => Promise<Ran>
/** `input`: written to its standard input, which is the only place for a secret. */
export type DockerOptions = { timeoutMs?: number; env?: Record<string, string>; input?: string }
/** Warnings of a client are in `stderr`, also where it succeeds. */
export type Ran = { code: number; stdout: string; stderr: string }

/** The client of this machine, in the folder of docker-compose.yml. Never throws: the result says how it ended. */
export const dockerIn =
  (folder: string): Docker =>
  (args, { timeoutMs = 120_000, env, input } = {}) =>
    new Promise((resolve) => {
      const options = {
        cwd: folder,
        env: { ...process.env, ...env },
        timeout: timeoutMs,
        maxBuffer: 64 * 1024 * 1024,
      }
      const child = execFile('docker', [...args], options, (error, stdout, stderr) => {
        const late = error?.killed ? `it took longer than ${timeoutMs / 1_000} s` : ''
        resolve({
          code: error ? Number(error.code) || 1 : 0,
          stdout: stdout.trim(),
          stderr: [stderr.trim() || (error?.message ?? ''), late].filter(Boolean).join('\n'),
        })
      })
      // A program that ends before it has read everything says why by itself.
      child.stdin?.on('error', () => undefined)
      if (input !== undefined) child.stdin?.end(input)
    })

/** What the command printed. @throws Fault with the end of its errors when it fails */
export async function succeed(
  docker: Docker,
  args: readonly string[],
  options?: DockerOptions,
): Promise<string> {
  const { code, stdout, stderr } = await docker(args, options)
  if (code !== 0)
    throw new Fault(
      `docker ${args.slice(0, 6).join(' ')} failed (${code}):\n${(stderr || stdout).slice(-2_000)}`,
    )
  return stdout
}
