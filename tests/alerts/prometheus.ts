import { join } from 'node:path'
import { cachedProgram, onPath } from '../../scripts/services/common-sources.ts'
import { debianPackages } from '../../scripts/services/debian-packages.ts'
import { programCache } from '../../scripts/services/program-cache.ts'
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
