import { readFile } from 'node:fs/promises'

const pageBytes = 4_096
const everyMs = 40

/**
 * Resident MB of a process and all its descendants. NaN where the system does not report it (other than
 * Linux).
 */
export async function treeMemoryMb(pid: number): Promise<number> {
  try {
    const [statm, children] = await Promise.all([
      readFile(`/proc/${pid}/statm`, 'utf8'),
      readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'),
    ])
    const own = (Number(statm.split(' ')[1]) * pageBytes) / 2 ** 20
    const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(treeMemoryMb))
    // A child that has just ended adds nothing.
    return below.reduce((sum, mb) => sum + (Number.isNaN(mb) ? 0 : mb), own)
  } catch {
    return Number.NaN
  }
}

/** Runs `work` and returns the peak growth of a process tree meanwhile, in MB. */
export async function growthDuring<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; grownMb: number }> {
  const before = await treeMemoryMb(pid)
  let peak = before
  let isEnded = false
  const watch = async () => {
    while (!isEnded) {
      const now = await treeMemoryMb(pid)
      if (now > peak) peak = now
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
  const watching = watch()
  try {
    const result = await work()
    return { result, grownMb: peak - before }
  } finally {
    isEnded = true
    await watching
  }
}
