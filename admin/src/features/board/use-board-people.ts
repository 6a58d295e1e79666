import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type BoardPresence, presencePingMs, presenceTimeoutMs } from '@jhatpat/shared/contracts/realtime.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../lib/me.ts'

/** Rows that one only walks past are told to nobody. In ms. */
const settledMs = 150

/** Tells the other admins which order is open here. @returns where they are */
export function useBoardPresence(openId: string | undefined, nowMs: number): BoardPresence[] {
  const { realtime } = useServices()
  const me = useMe()
  const [people, setPeople] = useState<Presence>(new Map())
  const where = useRef<string | null>(null)
  const publishPresence = useRef<() => void>(() => undefined)

  useEffect(() => {
    const stop = realtime.subscribePresence({
      orderId: () => where.current,
      all: (all) => setPeople((before) => replacePresence(before, all, serverNow())),
      one: (person) => setPeople((before) => withPresence(before, person, serverNow())),
      ready: (say) => {
        publishPresence.current = say
      },
    })
    const timer = setInterval(() => publishPresence.current(), presencePingMs)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [realtime])

  useEffect(() => {
    where.current = openId ?? null
    const timer = setTimeout(() => publishPresence.current(), settledMs)
    return () => clearTimeout(timer)
  }, [openId])

  return othersPresent(people, me._id, nowMs)
}

/** The pages of other admins on the board, by their names, with when each was last heard of, in ms. */
type Presence = ReadonlyMap<string, BoardPresence & { heardMs: number }>

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
