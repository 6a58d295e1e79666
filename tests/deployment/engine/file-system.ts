import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cachedProgram } from '../../../scripts/services/common-sources.ts'
import { debianPackages } from '../../../scripts/services/debian-packages.ts'
import { programCache } from '../../../scripts/services/program-cache.ts'
import { firstWorkingSource } from '../../../scripts/services/source-chain.ts'
import { cacheFolder } from './cache-folder.ts'
import { runUninterrupted } from './interruption.ts'
import { withoutLogins } from './without-logins.ts'

/** Debian packages and what they need, as a file system of their own. */
export interface FileSystemPlan {
  suite: 'bookworm' | 'trixie'
  packages: readonly string[]
}

const mirror = 'http://deb.debian.org/debian'
const rule = { pattern: /(\d+\.\d+\.\d+)/, minimum: '1.0' }

/** The folder of a file system that is kept between runs. */
export async function keptFileSystem(name: string, plan: FileSystemPlan): Promise<string> {
  const folder = keptFolder(name, plan)
  if (existsSync(folder)) return folder
  const part = `${folder}.part`
  await makeFileSystem(part, plan)
  await rename(part, folder)
  return folder
}

export function keptFolder(name: string, plan: FileSystemPlan): string {
  const hash = createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 12)
  return join(cacheFolder, `${name}-${hash}`)
}

/** @throws CliError when this machine cannot get the tool, Error when a package cannot be had */
export async function makeFileSystem(folder: string, { suite, packages }: FileSystemPlan): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(dirname(folder), { recursive: true })
  const tool = await findTool()
  const keyrings = join(dirname(dirname(dirname(tool))), 'usr/share/keyrings')
  const proxy = await runUninterrupted('apt-config', [
    'dump',
    '--format',
    '%f "%v";%n',
    'Acquire::http::Proxy',
  ])
  const options = [
    ['--quiet', '--mode=root', '--variant=minbase', '--components=main'],
    [`--include=${packages.join(',')}`, `--keyring=${keyrings}`],
    ['--aptopt=APT::Install-Recommends "false"'],
    proxy.output === '' ? [] : [`--aptopt=${proxy.output}`],
  ].flat()
  // The tool mounts folders into the new file system: in a namespace they disappear with it, however it ends.
  const alone = ['--mount', '--pid', '--fork', '--kill-child']
  const made = await runUninterrupted('unshare', [...alone, tool, ...options, suite, folder, mirror], {
    timeoutMs: 600_000,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  if (made.code !== 0)
    throw new Error(
      `The packages ${packages.join(', ')} cannot be had:\n${withoutLogins(made.output).slice(-2_000)}`,
    )
  // The tool leaves its options there: the proxy's address may contain a login.
  await rm(join(folder, 'etc/apt/apt.conf.d/99mmdebstrap'), { force: true })
}

async function findTool(): Promise<string> {
  const cache = programCache('mmdebstrap')
  const { path } = await firstWorkingSource({
    wanted: 'mmdebstrap',
    sources: [
      cachedProgram(cache, rule),
      debianPackages(cache, {
        packages: ['mmdebstrap', 'debian-archive-keyring'],
        program: 'usr/bin/mmdebstrap',
        rule,
      }),
    ],
    advice: 'The deployment test makes its file systems from Debian packages.',
  })
  return path
}
