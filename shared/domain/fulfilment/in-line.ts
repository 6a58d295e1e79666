type Line = { running: number; waiting: (() => void)[] }

const lines = new Map<string, Line>()

/**
 * Runs `work` when fewer than `atOnce` others of this process run for `key`; else it waits its turn, first come,
 * first served. Only courtesy: whatever depends on there being one of something across processes needs more.
 */
export async function inLine<T>(key: string, atOnce: number, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { running: 0, waiting: [] }
  lines.set(key, line)
  if (line.running < atOnce) line.running += 1
  else await new Promise<void>((go) => line.waiting.push(go))
  try {
    return await work()
  } finally {
    const next = line.waiting.shift()
    // Whoever leaves hands the place over, so nobody who comes just then can slip in between.
    if (next) next()
    else line.running -= 1
    if (line.running === 0) lines.delete(key)
  }
}
