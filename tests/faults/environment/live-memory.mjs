import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

/** Preloaded into a process: on SIGWINCH it collects garbage, and logs the memory that is in use. */
process.on('SIGWINCH', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  const liveMb = Math.round((heapUsed + external) / 2 ** 20)
  process.stdout.write(`${JSON.stringify({ level: 20, time: Date.now(), liveMb, msg: 'memory in use' })}\n`)
})
