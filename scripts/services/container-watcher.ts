/**
 * Runs on after a test run is killed, and removes the containers that it started: those with the label that the
 * argument gives. It waits for the end of its standard input, which the system closes when the run is gone.
 */
import { removeContainers } from './docker-engine.ts'

const label = process.argv[2]
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
process.stdin.resume()
process.stdin.on('end', async () => {
  if (label) await removeContainers(label)
})
