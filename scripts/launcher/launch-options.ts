import type { NamedVendor } from '@jhatpat/shared/providers/vendors.ts'
import type { ProcessPlan } from './process-plan.ts'
import type { Reporter } from './reporter.ts'
import type { Ports } from './stack-settings.ts'

/** All that is decided before the first process of a stack starts. */
export interface LaunchOptions {
  /** The folder that contains the programs. */
  root: string
  dataDir: string
  logDir: string
  ports: Ports
  /** Settings of all processes; the addresses of the databases are added when they are known. */
  settings: NodeJS.ProcessEnv
  simulated: NamedVendor[]
  /** The names of the providers with real money and real purchases. */
  real: string[]
  /** The demo's secrets: the only secrets that the simulators get, even where a real key is set. */
  demo: Record<string, string>
  workers: number
  dev: boolean
  reporter: Reporter
  processPlan: ProcessPlan
}
