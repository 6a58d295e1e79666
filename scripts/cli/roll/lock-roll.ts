import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../../processes/cli-error.ts'
import { isStill } from '../../processes/process-alive.ts'

/**
 * Makes this process the only one that replaces processes of this folder's shop, by `deploy:roll` or `secrets:rotate`; one
 * that was killed holds nothing.
 * @param marker a part of the command line of a process that rolls
 * @returns what releases it
 * @throws CliError while another one runs, or where the folder cannot be written, as in a container
 */
export function lockRoll(folder: string, marker = 'cli.ts'): () => void {
  const path = join(folder, '.cache/roll.lock')
  const own = `${path}.${process.pid}`
  writeOwn(folder, own)
  try {
    if (!link(own, path)) {
      requireDead(path, marker)
      // Of two processes that find a dead holder one takes the file away; the other finds none, or the first one's.
      const away = `${own}.away`
      renameSync(path, away)
      const isDead = !isStill(holderIn(away), marker)
      if (isDead) rmSync(away)
      else renameSync(away, path)
      if (!isDead || !link(own, path))
        throw new CliError(
          'Another deploy:roll or secrets:rotate has just started: run this again when it has ended.',
        )
    }
  } finally {
    rmSync(own)
  }
  return () => rmSync(path, { force: true })
}

function writeOwn(folder: string, own: string): void {
  try {
    mkdirSync(join(folder, '.cache'), { recursive: true })
    writeFileSync(own, String(process.pid))
  } catch (error) {
    throw new CliError(
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}): this command runs on the machine of the containers, beside docker-compose.yml.`,
    )
  }
}

/** @returns false when the file is there already */
function link(own: string, path: string): boolean {
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

const holderIn = (path: string) => Number(readFileSync(path, 'utf8'))

function requireDead(path: string, marker: string): void {
  const holder = holderIn(path)
  if (isStill(holder, marker))
    throw new CliError(
      `Another deploy:roll or secrets:rotate runs (process ${holder}): run this again when it has ended.`,
    )
}
