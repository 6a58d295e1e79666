import { presenceTimeoutMs, type BoardPresence } from '@jhatpat/shared/contracts/realtime.ts'

/** The pages of other admins on the board, by their names, with when each was last heard of, in ms. */
export type Presence = ReadonlyMap<string, BoardPresence & { heardMs: number }>

/** Adds those whom the server names; it names nobody to a page that it has told before. */
export function replacePresence(people: Presence, all: readonly BoardPresence[], nowMs: number): Presence {
  return new Map([...people, ...all.map((person) => [person.id, { ...person, heardMs: nowMs }] as const)])
}

export function withPresence(people: Presence, person: BoardPresence, nowMs: number): Presence {
  const after = new Map(people)
  if (person.isPresent) after.set(person.id, { ...person, heardMs: nowMs })
  else after.delete(person.id)
  return after
}

/** The other admins who are there, each once for each order that is open, by name. */
export function othersPresent(people: Presence, myId: string, nowMs: number): BoardPresence[] {
  const here = [...people.values()].filter(
    ({ adminId, heardMs }) => adminId !== myId && nowMs - heardMs < presenceTimeoutMs,
  )
  const byPlace = new Map(here.map((person) => [`${person.adminId} ${person.orderid}`, person]))
  return [...byPlace.values()].sort((a, b) => a.name.localeCompare(b.name))
}
