import { createFaultPlan } from './faults.ts'

/**
 * The behaviour of a supplier, which tests change and reset: settings, special players, planned faults.
 * @param usualCall the call of a fault that names none
 */
export function createBehaviour<Settings extends object, Player>(
  usualCall: string,
  usualSettings: Settings,
  usualPlayers: Record<string, Player>,
) {
  const plan = createFaultPlan(usualCall)
  const attempts = new Map<string, number>()
  let settings = structuredClone(usualSettings)
  let players = structuredClone(usualPlayers)
  return {
    plan,
    settings: () => settings,
    players: () => players,
    change(changes: Partial<Settings>) {
      settings = { ...settings, ...changes }
    },
    addPlayers(more: Record<string, Player>) {
      players = { ...players, ...more }
    },
    /** Counts the attempts at one action, including rejected and lost ones. */
    countAttempt(what: string): number {
      const count = (attempts.get(what) ?? 0) + 1
      attempts.set(what, count)
      return count
    },
    beAsUsual() {
      settings = structuredClone(usualSettings)
      players = structuredClone(usualPlayers)
      plan.clear()
      attempts.clear()
    },
  }
}
