import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { atBoardEveryMs, type BoardPerson } from '@jhatpat/shared/contracts/realtime.ts'
import { serverNow } from '@jhatpat/shared/ui/server-time.ts'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../lib/me.ts'
import { othersHere, type People, withEverybody, withPerson } from './people.ts'

/** Rows that one only walks past are told to nobody. In ms. */
const settledMs = 150

/** Tells the other admins which order is open here. @returns where they are */
export function useBoardPeople(openId: string | undefined, nowMs: number): BoardPerson[] {
  const { realtime } = useServices()
  const me = useMe()
  const [people, setPeople] = useState<People>(new Map())
  const where = useRef<string | null>(null)
  const announce = useRef<() => void>(() => undefined)

  useEffect(() => {
    const stop = realtime.watchPeople({
      where: () => where.current,
      all: (all) => setPeople((before) => withEverybody(before, all, serverNow())),
      one: (person) => setPeople((before) => withPerson(before, person, serverNow())),
      ready: (say) => {
        announce.current = say
      },
    })
    const timer = setInterval(() => announce.current(), atBoardEveryMs)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [realtime])

  useEffect(() => {
    where.current = openId ?? null
    const timer = setTimeout(() => announce.current(), settledMs)
    return () => clearTimeout(timer)
  }, [openId])

  return othersHere(people, me._id, nowMs)
}
