import type { ReactNode } from 'react'

/** One example of the gallery, under its name. */
export function Frame({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="fr">
      <h2 className="label">{name}</h2>
      {children}
    </section>
  )
}

/** The fixed time of all gallery examples. */
export const now = Date.parse('2026-11-21T20:46:00+05:30')

export function minutesFromNow(minutes: number): number {
  return now + minutes * 60_000
}
