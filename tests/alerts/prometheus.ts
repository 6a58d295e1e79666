import { dirname, join } from 'node:path'
import { cachedProgram, onPath } from '../../scripts/services/common-sources.ts'
import { debianPackages } from '../../scripts/services/debian-packages.ts'
import { programCache } from '../../scripts/services/program-cache.ts'
import { tryProgram } from '../../scripts/services/program-version.ts'
import { firstWorkingSource, type Program } from '../../scripts/services/source-chain.ts'

const rule = { pattern: /version (\d+\.\d+\.\d+)/, flag: '--version', minimum: '2.40' }

/** @throws CliError, with what was tried, when this machine has no promtool and cannot get one */
export function findPromtool(): Promise<Program> {
  const cache = programCache('prometheus')
  return firstWorkingSource({
    wanted: 'promtool',
    sources: [
      onPath(['promtool'], rule),
      cachedProgram(cache, rule),
      debianPackages(cache, { packages: ['prometheus'], program: join('usr', 'bin', 'promtool'), rule }),
    ],
    advice: 'Install Prometheus so that promtool is on PATH.',
  })
}

/** The server, which Debian's package has beside promtool. @throws CliError as `findPromtool` */
export async function findPrometheus(): Promise<Program> {
  const promtool = await findPromtool()
  return firstWorkingSource({
    wanted: 'Prometheus',
    sources: [
      {
        name: 'beside promtool',
        find: () => tryProgram({ path: join(dirname(promtool.path), 'prometheus') }, rule),
      },
      onPath(['prometheus'], rule),
    ],
    advice: 'Install Prometheus so that prometheus and promtool are on PATH.',
  })
}
