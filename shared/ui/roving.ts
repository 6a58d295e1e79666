import type { KeyboardEvent } from 'react'

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Arrow keys, Home and End over a list with one member in the tab order.
 * @returns the member to focus, or undefined for another key
 */
export function rovingTarget<T>(event: KeyboardEvent, members: readonly T[], current: T): T | undefined {
  if (event.key === 'Home') return members[0]
  if (event.key === 'End') return members.at(-1)
  const step = steps[event.key]
  if (step === undefined || members.length === 0) return undefined
  const at = members.indexOf(current)
  return members[(at + step + members.length) % members.length]
}
