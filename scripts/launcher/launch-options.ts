import type { NamedVendor } from '@jhatpat/shared/providers/vendors.ts'
import type { ProcessPlan } from './process-plan.ts'
import type { Reporter } from './reporter.ts'
import type { Ports } from './stack-settings.ts'

/** All that is decided before the first process of a stack starts. */
export interface LaunchOptions {
  /** The folder that holds the programs. */
  root: string
  dataDir: string
  logDir: string
  ports: Ports
  /** What all processes share; the addresses of the databases come to it when they are known. */
  settings: NodeJS.ProcessEnv
  simulated: NamedVendor[]
  /** The names of the providers at which money and packs are real. */
  real: string[]
  /** The demo's secrets: all that the simulators get, even where a real key is set. */
  demo: Record<string, string>
  workers: number
  dev: boolean
  reporter: Reporter
  processPlan: ProcessPlan
}
