import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isStill } from '../processes/living.ts'
import { signalGroup } from '../processes/process-group.ts'
import { Refusal } from '../refusal.ts'

/** A process and a part of its command line, by which it is told from another that got the same id later. */
export interface Claimant {
  name: string
  pid: number
  marker: string
}

/** The content of `stack.json` in a data folder: who runs a stack there, and all that was started for it. */
export interface Claim {
  /** Tells it from another of the same process, which may run one stack after the other. */
  id: string
  owner: Claimant
  children: Claimant[]
}

export interface FolderClaim {
  id: string
  path: string
  add(child: Claimant): void
  remove(pid: number): void
  /** Gives the folder back. */
  release(): void
}

/**
 * Makes this process the only one that runs a stack on the data folder. Ends what a launcher that was killed left
 * behind there. Throws a Refusal when another stack runs on it.
 */
export async function claimFolder(dataDir: string, warn: (line: string) => void): Promise<FolderClaim> {
  mkdirSync(dataDir, { recursive: true })
  const path = claimPath(dataDir)
  const earlier = readClaim(path)
  if (earlier) {
    if (isStill(earlier.owner.pid, earlier.owner.marker)) {
      throw new Refusal(
        `Jhatpat already runs on ${dataDir} (process ${earlier.owner.pid}): stop it there with Ctrl-C first.`,
      )
    }
    for (const child of await endAll(earlier.children)) {
      warn(`Ended ${child.name} (process ${child.pid}), left over from a run that was killed.`)
    }
    rmSync(path, { force: true })
  }
  const owner = { name: 'launcher', pid: process.pid, marker: basename(process.argv[1] ?? process.execPath) }
  const id = randomUUID()
  let children: Claimant[] = []
  const text = () => JSON.stringify({ id, owner, children } satisfies Claim)
  const write = () => {
    // In one step, so that nobody ever reads half a claim.
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

export function claimPath(dataDir: string): string {
  return join(dataDir, 'stack.json')
}

export function readClaim(path: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Claim
  } catch {
    return undefined
  }
}

/** Ends those that still run, politely at first. Answers with the ones that did. */
export async function endAll(claimants: Claimant[], graceMs = 5_000): Promise<Claimant[]> {
  const living = claimants.filter(({ pid, marker }) => isStill(pid, marker))
  for (const { pid } of living) signalGroup(pid, 'SIGTERM')
  const deadline = Date.now() + graceMs
  const remaining = () => living.filter(({ pid, marker }) => isStill(pid, marker))
  while (remaining().length > 0 && Date.now() < deadline) await sleep(50)
  for (const { pid } of remaining()) signalGroup(pid, 'SIGKILL')
  return living
}
