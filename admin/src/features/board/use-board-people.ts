import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type BoardPresence, presencePingMs, presenceTimeoutMs } from '@jhatpat/shared/contracts/realtime.ts'
import { serverNow } from '@jhatpat/shared/ui/format/server-time.ts'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../lib/me.ts'

/** A row that the admin only passes is not published. In ms. */
const settledMs = 150

/**
 * Publishes which order is expanded on this page.
 * @returns the other admins and the orders they have expanded
 */
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

/** Board pages of other admins by name, each with the time of its last message, in ms. */
type Presence = ReadonlyMap<string, BoardPresence & { lastSeenMs: number }>

/** Adds the pages that the server lists; the list is empty for a page that has already received it. */
export function replacePresence(people: Presence, all: readonly BoardPresence[], nowMs: number): Presence {
  return new Map([...people, ...all.map((person) => [person.id, { ...person, lastSeenMs: nowMs }] as const)])
}

export function withPresence(people: Presence, person: BoardPresence, nowMs: number): Presence {
  const after = new Map(people)
  if (person.isPresent) after.set(person.id, { ...person, lastSeenMs: nowMs })
  else after.delete(person.id)
  return after
}

/** The other admins on the board, once for each order that they have expanded, by name. */
export function othersPresent(people: Presence, myId: string, nowMs: number): BoardPresence[] {
  const present = [...people.values()].filter(
    ({ adminId, lastSeenMs }) => adminId !== myId && nowMs - lastSeenMs < presenceTimeoutMs,
  )
  const byOrder = new Map(present.map((person) => [`${person.adminId} ${person.orderid}`, person]))
  return [...byOrder.values()].sort((a, b) => a.name.localeCompare(b.name))
}
