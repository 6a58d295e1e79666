/**
 * Outlives a launcher that is killed, and ends what it had started. It runs in a group of its own and waits for the
 * end of its standard input, which the system closes when the launcher is gone. The argument is the launcher's claim.
 */
import { rmSync } from 'node:fs'
import { endAll, readClaim } from './folder-claim.ts'

const path = process.argv[2]
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
process.stdin.resume()
process.stdin.on('end', async () => {
  const claim = path ? readClaim(path) : undefined
  if (!path || !claim || String(claim.owner.pid) !== process.argv[3]) return
  await endAll(claim.children)
  if (readClaim(path)?.owner.pid === claim.owner.pid) rmSync(path, { force: true })
})
