import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CliError } from './cli-error.ts'
import { isStill } from './process-alive.ts'
import { signalGroup } from './process-group.ts'

/** A process and a part of its command line, which distinguishes it from a later process with the same id. */
export interface LockHolder {
  name: string
  pid: number
  marker: string
}

/**
 * The content of `stack.json` in a data folder: the launcher that runs a stack there, and all processes
 * started for it.
 */
export interface LockFile {
  /** Distinguishes two stacks that the same process runs one after the other. */
  id: string
  owner: LockHolder
  children: LockHolder[]
}

export interface FolderLock {
  id: string
  path: string
  add(child: LockHolder): void
  remove(pid: number): void
  /** Releases the folder. */
  release(): void
}

/**
 * Makes this process the only one that runs a stack on the data folder. Ends what a killed launcher left
 * behind there.
 * @throws CliError when another stack runs on it
 */
export async function lockFolder(dataDir: string, warn: (line: string) => void): Promise<FolderLock> {
  mkdirSync(dataDir, { recursive: true })
  const path = lockPath(dataDir)
  const earlier = readLock(path)
  if (earlier) {
    if (isStill(earlier.owner.pid, earlier.owner.marker)) {
      throw new CliError(
        `Jhatpat is already running for ${dataDir} (process ${earlier.owner.pid}). Stop it first.`,
      )
    }
    for (const child of await endAll(earlier.children)) {
      warn(`Ended a leftover process ${child.name} (${child.pid}).`)
    }
    rmSync(path, { force: true })
  }
  const owner = { name: 'launcher', pid: process.pid, marker: basename(process.argv[1] ?? process.execPath) }
  const id = randomUUID()
  let children: LockHolder[] = []
  const text = () => JSON.stringify({ id, owner, children } satisfies LockFile)
  const write = () => {
    // Written under another name and renamed, so that no process reads a partial file.
    writeFileSync(`${path}.new`, text())
    renameSync(`${path}.new`, path)
  }
  writeFileSync(path, text(), { flag: 'wx' })
  return {
    id,
    path,
    add(child) {
      children = [...children, child]
      write()
    },
    remove(pid) {
      children = children.filter((child) => child.pid !== pid)
      write()
    },
    release() {
      children = []
      rmSync(path, { force: true })
    },
  }
}

export function lockPath(dataDir: string): string {
  return join(dataDir, 'stack.json')
}

export function readLock(path: string): LockFile | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockFile
  } catch {
    return undefined
  }
}

/** Ends those that still run, with SIGTERM first. Returns the ones that ran. */
export async function endAll(holders: LockHolder[], graceMs = 5_000): Promise<LockHolder[]> {
  const running = holders.filter(({ pid, marker }) => isStill(pid, marker))
  for (const { pid } of running) signalGroup(pid, 'SIGTERM')
  const deadline = Date.now() + graceMs
  const remaining = () => running.filter(({ pid, marker }) => isStill(pid, marker))
  while (remaining().length > 0 && Date.now() < deadline) await sleep(50)
  for (const { pid } of remaining()) signalGroup(pid, 'SIGKILL')
  return running
}
