import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { join } from 'node:path'

/**
 * Starts the process that removes all containers with the label when this process ends, however it ends. Returns a
 * function that lets it do so now.
 */
export function startContainerWatcher(label: string): () => void {
  const watcher = spawn(process.execPath, [join(import.meta.dirname, 'container-watcher.ts'), label], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  watcher.unref()
  if (watcher.stdin instanceof Socket) watcher.stdin.unref()
  return () => watcher.stdin.end()
}
