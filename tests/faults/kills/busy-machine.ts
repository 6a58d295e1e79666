import { spawn } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'

const niceness = 10

/**
 * Keeps every core busy with work of lower priority.
 * @returns a function that stops it
 */
export function keepMachineBusy(): () => void {
  const hogs = Array.from({ length: availableParallelism() }, () => {
    // The work ends with this process, because its input closes then.
    const work =
      "process.stdin.on('end', () => process.exit()).resume(); const spin = () => { const until = Date.now() + 50; while (Date.now() < until); setImmediate(spin) }; spin()"
    const hog = spawn(process.execPath, ['-e', work], { stdio: ['pipe', 'ignore', 'ignore'] })
    if (hog.pid !== undefined) setPriority(hog.pid, niceness)
    return hog
  })
  return () => {
    for (const hog of hogs) hog.kill('SIGKILL')
  }
}
