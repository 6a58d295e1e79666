import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { FolderClaim } from './folder-claim.ts'

/** Starts the process that ends everything named in the claim should this one be killed. Returns how to dismiss it. */
export function startWarden({ id, path }: Pick<FolderClaim, 'id' | 'path'>): () => void {
  const script = join(import.meta.dirname, 'warden.ts')
  const warden = spawn(process.execPath, [script, path, id], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  warden.on('error', () => {})
  warden.stdin.on('error', () => {})
  warden.unref()
  if (warden.stdin instanceof Socket) warden.stdin.unref()
  return () => warden.stdin.end()
}
