/**
 * Runs on after a launcher is killed, and ends the processes that it started. It runs in its own process
 * group and waits for the end of its standard input, which the system closes when the launcher is gone. The
 * arguments are the path and the id of the launcher's folder lock.
 */
import { rmSync } from 'node:fs'
import { endAll, readLock } from './folder-lock.ts'

const path = process.argv[2]
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
process.stdin.resume()
process.stdin.on('end', async () => {
  const folderLock = path ? readLock(path) : undefined
  // A dismissed watcher may read this late: another stack may run on the folder then.
  if (!path || !folderLock || folderLock.id !== process.argv[3]) return
  await endAll(folderLock.children)
  if (readLock(path)?.id === folderLock.id) rmSync(path, { force: true })
})
