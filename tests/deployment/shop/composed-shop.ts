import { join } from 'node:path'
import type { Ran } from '../../../scripts/services/run-program.ts'
import { projectFolder } from '../engine/cache-folder.ts'
import { type ClientOptions, type Engine, succeed } from '../engine/engine.ts'
import { makeCertificates } from './certificates.ts'
import { writeOverride } from './compose-override.ts'
import { edgeHosts } from './edge-configuration.ts'
import { type ShopSettings, writeShopSettings } from './shop-settings.ts'

/** The shop of docker-compose.yml with production settings. */
export interface ComposedShop {
  settings: ShopSettings
  compose(args: readonly string[], options?: ClientOptions): Promise<Ran>
  /** The arguments of `docker compose` for the file alone, without what this test adds. */
  alone: readonly string[]
  /** Settings with which `docker compose` finds the whole shop without arguments. */
  composeSettings: Record<string, string>
  /** @param env settings of the build, such as APP_REVISION */
  build(env?: Record<string, string>): Promise<string>
  /** `docker compose up --wait`. @param more settings that differ from the first ones */
  up(more?: Record<string, string>): Promise<string>
  /** Runs an operator's command in a running container of the api. */
  cli(args: readonly string[], options?: ClientOptions): Promise<Ran>
  /** Removes containers, networks and volumes, also once the run is interrupted. @throws when something remains */
  down(): Promise<void>
}

export async function composeShop(engine: Engine & { folder: string }): Promise<ComposedShop> {
  const { folder } = engine
  const settings = await writeShopSettings(folder)
  await makeCertificates(join(folder, 'certificates'), edgeHosts)
  const override = await writeOverride(folder, settings, !engine.isOwn)
  const project = ['--project-name', 'jhatpat-deployment', '--project-directory', projectFolder]
  const alone = [
    ...project,
    '--env-file',
    settings.envFile,
    '--file',
    join(projectFolder, 'docker-compose.yml'),
  ]
  const whole = [...alone, '--file', override]
  const compose: ComposedShop['compose'] = (args, options) =>
    engine.compose([...whole, '--profile', 'simulators', ...args], { timeoutMs: 300_000, ...options })
  const file = join(projectFolder, 'docker-compose.yml')
  return {
    settings,
    alone,
    composeSettings: {
      COMPOSE_PROJECT_NAME: 'jhatpat-deployment',
      COMPOSE_FILE: `${file}:${override}`,
      COMPOSE_ENV_FILES: settings.envFile,
      COMPOSE_PROFILES: 'simulators',
    },
    compose,
    build: (env = {}) =>
      succeed(
        'docker compose build',
        compose(['build', '--progress', 'plain', 'api', 'simulators'], { env, timeoutMs: 900_000 }),
      ),
    async up(env = {}) {
      const start = ['up', '--detach', '--no-build']
      await succeed('starting the simulators', compose([...start, 'simulators'], { env }))
      // As the operator writes it, without naming services.
      const wait = [...whole, ...start, '--wait', '--wait-timeout', '300']
      return succeed('docker compose up --wait', engine.compose(wait, { env, timeoutMs: 330_000 }))
    },
    cli: (args, options) =>
      compose(['exec', '-T', 'api', 'npm', 'run', '--silent', 'cli', '--', ...args], options),
    async down() {
      const all = ['--profile', 'customer', 'down', '--volumes', '--remove-orphans', '--timeout', '5']
      await succeed('docker compose down', compose(all, { isCleanUp: true }))
    },
  }
}
