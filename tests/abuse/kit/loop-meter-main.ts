/**
 * Preloaded into the processes of an attacked shop (`NODE_OPTIONS`): appends the delay of each turn of the
 * event loop to the process's own file, for `event-loop.ts`.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

const everyMs = 10
const flushedMs = 200

const folder = process.env.ABUSE_LOOP_FOLDER
if (folder) startMeter(join(folder, `${process.pid}.txt`))

function startMeter(file: string): void {
  let last = performance.now()
  let flushedAt = last
  let late: number[] = []
  const turn = () => {
    const now = performance.now()
    late.push(Math.max(0, Math.round((now - last - everyMs) * 10) / 10))
    last = now
    if (now - flushedAt < flushedMs) return
    appendFileSync(file, `${Date.now()} ${late.join(' ')}\n`)
    late = []
    flushedAt = now
  }
  setInterval(turn, everyMs).unref()
}
