import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkDebianPackage } from './checked-downloads.ts'
import { findOnPath } from './common-sources.ts'
import type { ProgramCache } from './program-cache.ts'
import { tryProgram, type VersionRule } from './program-version.ts'
import { lastLine, runProgram } from './run-program.ts'
import type { Source } from './source-chain.ts'

/** `program`: its path in the packages, relative. */
type Wanted = { packages: readonly string[]; program: string; rule: VersionRule }

/** The distribution's packages, unpacked into the cache: nothing is installed and no service starts. */
export function debianPackages(cache: ProgramCache, wanted: Wanted): Source {
  return {
    name: "Debian's or Ubuntu's packages",
    async find() {
      if (!(await findOnPath('apt-get')) || !(await findOnPath('dpkg')))
        return { passedOver: 'there is no apt-get' }
      const program = await cache.fill((folder) => unpackPackages(folder, wanted))
      return tryProgram(program, wanted.rule)
    },
  }
}

async function unpackPackages(
  folder: string,
  { packages, program }: Wanted,
): Promise<{ program: string; libraries?: string }> {
  const download = join(folder, 'download')
  await mkdir(download)
  await downloadPackages(download, packages)
  for (const name of await readdir(download)) {
    await checkDebianPackage(join(download, name))
    const unpacked = await runProgram('dpkg', ['-x', join(download, name), folder])
    if (unpacked.code !== 0) throw new Error(lastLine(unpacked.output))
  }
  await rm(download, { recursive: true })
  const triplets = await readdir(join(folder, 'usr', 'lib')).catch(() => [])
  const triplet = triplets.find((name) => name.endsWith('-linux-gnu') || name.endsWith('-linux-gnueabihf'))
  return { program, ...(triplet && { libraries: join('usr', 'lib', triplet) }) }
}

async function downloadPackages(cwd: string, packages: readonly string[]): Promise<void> {
  const signed = [
    '-o',
    'APT::Get::AllowUnauthenticated=false',
    '-o',
    'Acquire::AllowInsecureRepositories=false',
  ]
  const download = () => runProgram('apt-get', ['download', '-qq', ...signed, ...packages], { cwd })
  const first = await download()
  if (first.code === 0) return
  if (process.getuid?.() !== 0) throw new Error(`${lastLine(first.output)} (try: sudo apt-get update)`)
  await runProgram('apt-get', ['update', '-qq', ...signed])
  const second = await download()
  if (second.code !== 0) throw new Error(lastLine(second.output))
}
