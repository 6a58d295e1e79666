import type { FaultEnvironment } from '../../environment/environment.ts'

/** What a case breaks. */
export type AlertStage = {
  environment: FaultEnvironment
  /** By which the times of the rules are divided. */
  factor: number
  /** Runs a command of `npm run cli` with the settings of the shop. */
  cli(...args: string[]): Promise<void>
  /** A number that no other order of this run has. */
  nextIndex(): number
}

/** An alert of `deploy/observability/alerts.yml`, and a fault that raises it. */
export type AlertCase = {
  alert: string
  /** What is wrong, in a few words. */
  fault: string
  /** Members of the replica set; default 1. */
  mongoNodes?: 3
  /**
   * Makes the shop ready: what must be there before the fault, and raises nothing.
   * @returns the fault
   */
  prepare(stage: AlertStage): Promise<AlertFault>
}

export type AlertFault = {
  begin(): Promise<void>
  end(): Promise<void>
}
