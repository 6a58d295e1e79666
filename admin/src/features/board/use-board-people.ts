import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { presencePingMs, type BoardPresence } from '@jhatpat/shared/contracts/realtime.ts'
import { serverNow } from '@jhatpat/shared/ui/server-time.ts'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../lib/me.ts'
import { othersPresent, type Presence, replacePresence, withPresence } from './people.ts'

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
      where: () => where.current,
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
