import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { FolderLock } from './folder-lock.ts'

/**
 * Starts the process that ends everything named in the folder lock if this process is killed. Returns a
 * function that dismisses it.
 */
export function startParentWatcher({ id, path }: Pick<FolderLock, 'id' | 'path'>): () => void {
  const script = join(import.meta.dirname, 'parent-watcher.ts')
  const parentWatcher = spawn(process.execPath, [script, path, id], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  parentWatcher.on('error', () => {})
  parentWatcher.stdin.on('error', () => {})
  parentWatcher.unref()
  if (parentWatcher.stdin instanceof Socket) parentWatcher.stdin.unref()
  return () => parentWatcher.stdin.end()
}
