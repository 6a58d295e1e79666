import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOnPath } from '../../../scripts/services/common-sources.ts'
import { runProgram } from '../../../scripts/services/run-program.ts'
import { clients, type Engine } from './engine.ts'
import { isCacheFilled, startOwnEngine, whyNoOwnEngine } from './own-engine.ts'

/** The clients of an engine that runs on this machine; undefined without one that has Compose. */
async function runningEngine(): Promise<{ docker: string[]; compose: string[] } | undefined> {
  for (const name of ['docker', 'podman']) {
    if (!(await findOnPath(name))) continue
    const info = await runProgram(name, ['info'], { timeoutMs: 15_000 })
    if (info.code !== 0) continue
    for (const compose of [[name, 'compose'], ['docker-compose']]) {
      const [command = '', ...args] = compose
      const version = await runProgram(command, [...args, 'version', '--short'], { timeoutMs: 15_000 })
      if (version.code === 0 && /^v?[2-9]\./m.test(version.output)) return { docker: [name], compose }
    }
  }
  return undefined
}

/**
 * Why the deployment test cannot run here; undefined where it can.
 * @param onlyWarm leave it out, too, where everything would have to be made first
 */
export async function whyNoEngine(onlyWarm: boolean): Promise<string | undefined> {
  if (await runningEngine()) return undefined
  const reason = await whyNoOwnEngine()
  if (reason) return `no container engine answers, and ${reason}`
  if (onlyWarm && !isCacheFilled())
    return 'no container engine answers, and none is kept yet: npm test -- deployment makes one'
  return undefined
}

/** The engine that is there already, or one that is brought up; `folder` is one that containers can mount. */
export async function provideEngine(): Promise<Engine & { folder: string }> {
  const there = await runningEngine()
  if (!there) return startOwnEngine()
  const folder = await mkdtemp(join(tmpdir(), 'jhatpat-deployment-'))
  const both = clients([], there)
  const { output } = await both.docker(['version', '--format', '{{.Server.Version}}'])
  return {
    ...both,
    description: `${there.docker.join(' ')} ${output}, which was there`,
    isOwn: false,
    program: (command) => ({ command: [...command], env: {} }),
    folder,
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}
