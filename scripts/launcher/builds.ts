import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { CliError } from '../processes/cli-error.ts'
import { runProgram } from '../services/run-program.ts'
import { precompress } from './precompress.ts'
import type { Reporter } from './reporter.ts'

export const appNames = ['storefront', 'admin'] as const
export type AppName = (typeof appNames)[number]

/**
 * Builds the apps whose sources changed since their last build.
 * @throws CliError with Vite's output
 */
export async function buildApps(root: string, reporter: Reporter): Promise<void> {
  await Promise.all(appNames.map((app) => buildApp(app, root, reporter)))
}

/** Builds one app into its `dist` folder. Returns false when the existing build has the same sources. */
export async function buildApp(app: AppName, root: string, reporter: Reporter): Promise<boolean> {
  const stamp = join(root, '.cache', 'builds', app)
  const hash = await sourceHash(root, sourcesOf(app))
  const built = await readFile(stamp, 'utf8').catch(() => '')
  if (built === hash && (await exists(join(root, app, 'dist', 'index.html')))) return false
  await reporter.step(`Building the ${app} app`, async () => {
    await runVite(app, root)
    if (app === 'storefront') await runVite(app, root, 'vite.server.config.ts')
    await precompress(join(root, app, 'dist'))
  })
  await mkdir(join(root, '.cache', 'builds'), { recursive: true })
  await writeFile(stamp, hash)
  return true
}

async function runVite(app: AppName, root: string, config = 'vite.config.ts'): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // Vite builds for the given mode, but React reads NODE_ENV: both must say production.
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }
  const ran = await runProgram(process.execPath, [vite, 'build', app, '--config', join(app, config)], {
    cwd: root,
    env,
    timeoutMs: 180_000,
  })
  if (ran.code === 0) return
  throw new CliError(`Could not build the ${app} app:\n${words(ran.output)}`)
}

/**
 * The beginning of Vite's output, where the cause is, without colours and without the list of written
 * files.
 */
function words(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split('\n')
  return lines
    .filter((line) => !/ kB( |$)/.test(line))
    .slice(0, 20)
    .join('\n')
}

function sourcesOf(app: AppName): string[] {
  const own = ['src', 'public', 'index.html', 'vite.config.ts', 'vite.server.config.ts', 'package.json'].map(
    (name) => `${app}/${name}`,
  )
  return [
    ...own,
    'shared/ui',
    'shared/browser',
    'shared/contracts',
    'package-lock.json',
    'scripts/launcher/precompress.ts',
    'scripts/building',
  ]
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/**
 * One hash over the names and contents of files and folders; a copy of the same sources has the same hash.
 */
export async function sourceHash(root: string, paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of [...paths].sort()) {
    for (const file of await filesIn(root, path)) {
      hash
        .update(`${file}\0`)
        .update(await readFile(join(root, file)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesIn(root: string, path: string): Promise<string[]> {
  const kind = await stat(join(root, path)).catch(() => undefined)
  if (!kind) return []
  if (kind.isFile()) return [path]
  const names = (await readdir(join(root, path))).filter((name) => !name.includes('.test.')).sort()
  const nested = await Promise.all(names.map((name) => filesIn(root, `${path}/${name}`)))
  return nested.flat()
}
