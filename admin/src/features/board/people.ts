import { presenceTimeoutMs, type BoardPresence } from '@jhatpat/shared/contracts/realtime.ts'

/** The pages of other admins on the board, by their names, with when each was last heard of, in ms. */
export type People = ReadonlyMap<string, BoardPresence & { heardMs: number }>

/** Adds those whom the server names; it names nobody to a page that it has told before. */
export function withEverybody(people: People, all: readonly BoardPresence[], nowMs: number): People {
  return new Map([...people, ...all.map((person) => [person.id, { ...person, heardMs: nowMs }] as const)])
}

export function withPerson(people: People, person: BoardPresence, nowMs: number): People {
  const after = new Map(people)
  if (person.isPresent) after.set(person.id, { ...person, heardMs: nowMs })
  else after.delete(person.id)
  return after
}

/** The other admins who are there, each once for each order that is open, by name. */
export function othersHere(people: People, myId: string, nowMs: number): BoardPresence[] {
  const here = [...people.values()].filter(
    ({ adminId, heardMs }) => adminId !== myId && nowMs - heardMs < presenceTimeoutMs,
  )
  const byPlace = new Map(here.map((person) => [`${person.adminId} ${person.orderid}`, person]))
  return [...byPlace.values()].sort((a, b) => a.name.localeCompare(b.name))
}
