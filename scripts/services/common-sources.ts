import { lookup } from 'node:dns/promises'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { ProgramCache } from './program-cache.ts'
import { tryProgram, type VersionRule } from './program-version.ts'
import type { Source } from './source-chain.ts'

/** A program that is installed on the machine, under any of these names. */
export function onPath(names: string[], rule: VersionRule): Source {
  return {
    name: `${names.join(' or ')} on PATH`,
    async find() {
      for (const name of names) {
        const path = await findOnPath(name)
        if (path) return tryProgram({ path }, rule)
      }
      return { passedOver: 'not there' }
    },
  }
}

/** A program that an earlier run fetched. */
export function cachedProgram(cache: ProgramCache, rule: VersionRule): Source {
  return {
    name: 'the cache in .cache/services',
    async find() {
      const finding = await cache.read()
      return 'kept' in finding ? tryProgram(finding.kept, rule) : finding
    },
  }
}

/** The full path of a program, or undefined. */
export async function findOnPath(name: string): Promise<string | undefined> {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, file)
    if (await isExecutable(path)) return path
  }
  return undefined
}

/** Whether a host name resolves: without internet a downloader would only retry for seconds. */
export async function hasAddress(host: string, timeoutMs = 2_000): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false).unref())
  const found = lookup(host).then(
    () => true,
    () => false,
  )
  return Promise.race([found, timeout])
}

/** Whether there is an executable file. */
export function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
