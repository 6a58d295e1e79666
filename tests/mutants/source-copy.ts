import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { changeFile } from './tree/change-source.ts'
import type { Mutant } from './tree/mutant.ts'

const root = resolve(import.meta.dirname, '../..')
const workspaces = ['shared', 'api', 'workers', 'storefront', 'admin']
const copied = [
  ...workspaces,
  'deploy',
  'docker-compose.yml',
  'Dockerfile',
  '.env.example',
  'docs',
  'LICENSE',
  'THIRD_PARTY_LICENSES',
  'scripts',
  'tests',
  'vitest.config.ts',
  'package.json',
]
const left = new Set(['node_modules', 'dist', '.data', '.cache', 'e2e'])

/** A copy of the current source, to which mutants are applied. */
export type SourceCopy = {
  folder: string
  /** Applies the mutant, and returns a function that reverts it. */
  apply(mutant: Mutant): Promise<() => Promise<void>>
  remove(): Promise<void>
}

export async function copySource(): Promise<SourceCopy> {
  // Its real path: where the temporary folder is a link, modules would be loaded under two names.
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

/** The installed packages, except our own workspaces, which must be the copy's. */
async function linkModules(folder: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(join(to, '@jhatpat'), { recursive: true })
  for (const name of await readdir(from)) {
    if (name !== '@jhatpat' && !name.startsWith('.'))
      await symlink(join(from, name), join(to, name), 'junction')
  }
  for (const name of workspaces) {
    await symlink(join(folder, name), join(to, '@jhatpat', name), 'junction')
    // A package that a workspace needs in another version than the others.
    const own = join(root, name, 'node_modules')
    if (existsSync(own)) await symlink(own, join(folder, name, 'node_modules'), 'junction')
  }
}

/** @throws CliError when the place that a mutant changes does not exist exactly once */
async function applyTo(folder: string, mutant: Mutant): Promise<() => Promise<void>> {
  const { before, after } = changeFile(folder, mutant)
  const path = join(folder, mutant.file)
  await writeFile(path, after)
  return () => writeFile(path, before)
}
