import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { Refusal } from '../../scripts/refusal.ts'
import type { Mutant } from './mutant.ts'

const root = resolve(import.meta.dirname, '../..')
const workspaces = ['shared', 'api', 'workers']
const copied = [...workspaces, 'scripts', 'tests', 'vitest.config.ts', 'package.json']
const left = new Set(['node_modules', 'dist', '.data', '.cache', 'e2e'])

/** A copy of the servers' source as it is now, where mistakes hurt nobody. */
export type SourceCopy = {
  folder: string
  /** Makes the mistake, and returns what takes it back. */
  apply(mutant: Mutant): Promise<() => Promise<void>>
  remove(): Promise<void>
}

export async function copySource(): Promise<SourceCopy> {
  // Its true name: where the temporary folder is a link, modules would be loaded under two names.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'jhatpat-mutants-')))
  for (const name of copied) {
    const filter = (path: string) => !left.has(basename(path))
    await cp(join(root, name), join(folder, name), { recursive: true, filter })
  }
  await linkModules(folder)
  return {
    folder,
    apply: (mutant) => applyTo(folder, mutant),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The installed packages, but for our own workspaces, which must be the copy's. */
async function linkModules(folder: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(join(to, '@jhatpat'), { recursive: true })
  for (const name of await readdir(from)) {
    if (name !== '@jhatpat' && !name.startsWith('.'))
      await symlink(join(from, name), join(to, name), 'junction')
  }
  for (const name of workspaces) {
    await symlink(join(folder, name), join(to, '@jhatpat', name), 'junction')
  }
}

/** @throws when the place that a mutant changes is no longer there, or is there twice */
async function applyTo(folder: string, mutant: Mutant): Promise<() => Promise<void>> {
  const path = join(folder, mutant.file)
  const text = await readFile(path, 'utf8')
  const places = text.split(mutant.find).length - 1
  if (places !== 1) {
    throw new Refusal(
      `The mutant "${mutant.name}" must find its text once in ${mutant.file}, but it is there ${places} times. Change its "find" to the text of today.`,
    )
  }
  await writeFile(
    path,
    text.replace(mutant.find, () => mutant.replace),
  )
  return () => writeFile(path, text)
}
