import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockPath, readLock } from './folder-lock.ts'
import { isStill } from './process-alive.ts'

const pathIn = (dataDir: string) => join(dataDir, 'settings.json')

/** Stores the settings of the stack on a data folder, for the commands of its user. */
export function writeRunningSettings(dataDir: string, env: NodeJS.ProcessEnv): void {
  removeRunningSettings(dataDir)
  writeFileSync(pathIn(dataDir), JSON.stringify(env), { mode: 0o600 })
}

export function removeRunningSettings(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true })
}

/** The settings of the stack that runs on a data folder; undefined when none does, or when it is still starting. */
export function readRunningSettings(dataDir: string): NodeJS.ProcessEnv | undefined {
  const owner = readLock(lockPath(dataDir))?.owner
  if (!owner || !isStill(owner.pid, owner.marker)) return undefined
  try {
    return JSON.parse(readFileSync(pathIn(dataDir), 'utf8')) as NodeJS.ProcessEnv
  } catch {
    return undefined
  }
}
