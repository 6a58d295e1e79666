/**
 * `npm run reset`: empties `.data/`, which contains databases, demo secrets, journals and logs. Runs on any
 * Node.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dataDir = resolve(root, process.env.DATA_DIR || '.data')
const { owner, children = [] } = readLock()

if (owner && isStill(owner)) {
  console.error(`\nJhatpat runs on ${dataDir} (process ${owner.pid}): stop it with Ctrl-C first.\n`)
  process.exitCode = 1
} else if (existsSync(dataDir)) {
  for (const child of children.filter(isStill)) process.kill(child.pid, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  console.log(`Emptied ${dataDir}.`)
} else {
  console.log(`${dataDir} is empty already.`)
}

function readLock() {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8'))
  } catch {
    return {}
  }
}

/** Whether the process runs and is the recorded one: its id may belong to another process now. */
function isStill({ pid, marker }) {
  try {
    process.kill(pid, 0)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(marker)
  } catch (error) {
    return error.code === 'ENOENT'
  }
}
