import { buildApps } from './builds.ts'
import type { Plan } from './plan.ts'
import { type Login, prepareDatabase } from './prepare.ts'
import { provideServers } from './provide-servers.ts'
import { startApplication, startSimulators } from './start-processes.ts'

export interface BroughtUp {
  /** The settings that all processes share, with the addresses of the databases. */
  env: NodeJS.ProcessEnv
  logins: Login[]
}

/** Starts everything of a stack, each thing as soon as what it needs is there. */
export async function bringUp(plan: Plan): Promise<BroughtUp> {
  const { reporter, settings, simulated, dev, root } = plan
  const [servers] = await Promise.all([
    provideServers(plan),
    simulated.length > 0 && reporter.step('Simulators', () => startSimulators(plan)),
    !dev && buildApps(root, reporter),
  ])
  const env = { ...settings, ...servers }
  const logins = await reporter.step('Bringing the database up to date', () => prepareDatabase(plan, env))
  await reporter.step('API and workers', () => startApplication(plan, env))
  return { env, logins }
}
