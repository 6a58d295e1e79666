import { createFaultPlan } from './faults.ts'

/**
 * How a supplier behaves, which tests change and put back: settings, players with a fate, planned faults.
 * @param usualCall the call a fault is meant for when it names none
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
    /** Counts the attempts at one thing, refused and lost ones too. */
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
