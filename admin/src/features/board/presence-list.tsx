import type { BoardPresence } from '@jhatpat/shared/contracts/realtime.ts'
import { Avatar } from '@jhatpat/shared/ui/avatar.tsx'

type PresenceListProps = {
  people: readonly BoardPresence[]
  /** Text after each name: `is here`. */
  does: string
}

/** Other admins on the same order or screen, as initials; screen readers get their names. */
export function PresenceList({ people, does }: PresenceListProps) {
  const names = [...new Map(people.map(({ adminId, name }) => [adminId, name]))]
  if (names.length === 0) return null
  return (
    <span className="people">
      {names.map(([adminId, name]) => (
        <span key={adminId} title={`${name} ${does}`}>
          <Avatar small name={name} />
          <span className="visually-hidden">
            {name} {does}
          </span>
        </span>
      ))}
    </span>
  )
}
