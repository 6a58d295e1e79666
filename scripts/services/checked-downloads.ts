import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { lastLine, runProgram } from './run-program.ts'

/**
 * Fetches a file whose SHA-256 sum is known.
 * @throws when the server refuses or the content differs; nothing is kept then
 */
export async function fetchChecked(url: string, sha256: string, path: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(120_000) })
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  await requireSum(path, [sha256])
}

/**
 * Compares a downloaded .deb with the distribution's signed index for its name, version and architecture.
 * @throws when the index has no such package, or another content of it; the file is removed then
 */
export async function checkDebianPackage(path: string): Promise<void> {
  const fields = await outputOf('dpkg-deb', ['-f', path, 'Package', 'Version', 'Architecture'])
  const field = (name: string) => new RegExp(`^${name}: (\\S+)$`, 'm').exec(fields)?.[1] ?? ''
  const wanted = `${field('Package')}:${field('Architecture')}=${field('Version')}`
  const index = await outputOf('apt-cache', ['show', wanted.replace(':all=', '=')])
  await requireSum(
    path,
    [...index.matchAll(/^SHA256: ([0-9a-f]{64})$/gm)].map((match) => String(match[1])),
  )
}

async function requireSum(path: string, allowed: string[]): Promise<void> {
  const sum = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  if (allowed.includes(sum)) return
  await rm(path, { force: true })
  throw new Error(`what was downloaded is not what is known of it: its SHA-256 is ${sum}`)
}

async function outputOf(command: string, args: string[]): Promise<string> {
  const ran = await runProgram(command, args)
  if (ran.code !== 0) throw new Error(lastLine(ran.output))
  return ran.output
}
