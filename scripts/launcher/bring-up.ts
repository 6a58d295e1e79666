import { buildApps } from './builds.ts'
import type { LaunchOptions } from './launch-options.ts'
import { type Login, prepareDatabase } from './prepare.ts'
import { provideServers } from './provide-servers.ts'
import { startApplication, startSimulators } from './start-processes.ts'

export interface StartedProcesses {
  /** The settings that all processes share, with the addresses of the databases. */
  env: NodeJS.ProcessEnv
  logins: Login[]
}

/** Starts everything of a stack, each thing as soon as what it needs is there. */
export async function startAllProcesses(launchOptions: LaunchOptions): Promise<StartedProcesses> {
  const { reporter, settings, simulated, dev, root } = launchOptions
  const [servers] = await Promise.all([
    provideServers(launchOptions),
    simulated.length > 0 && reporter.step('Simulators', () => startSimulators(launchOptions)),
    !dev && buildApps(root, reporter),
  ])
  const env = { ...settings, ...servers }
  const logins = await reporter.step('Bringing the database up to date', () => prepareDatabase(launchOptions, env))
  await reporter.step('API and workers', () => startApplication(launchOptions, env))
  return { env, logins }
}
