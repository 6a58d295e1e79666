import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type SearchResult, searchAll } from '@jhatpat/shared/contracts/admin-lists.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../lib/me.ts'

const maxRecent = 4

/** In this browser, of one admin. It has kinds and ids only, so nothing personal stays behind. */
const keyOf = (adminId: string) => `jhatpat:search-recent:${adminId}`

function readRecent(adminId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(adminId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string').slice(0, maxRecent) : []
  } catch {
    return []
  }
}

/** Puts an entry first. A browser that stores nothing has no recent entries. */
export function storeRecent(adminId: string, name: string): void {
  const names = [name, ...readRecent(adminId).filter((one) => one !== name)].slice(0, maxRecent)
  try {
    localStorage.setItem(keyOf(adminId), JSON.stringify(names))
  } catch {
    // Full, or switched off.
  }
}

const isRecord = (name: string) => !name.startsWith('screen ')

/** The entries that were opened last, and what the server finds of them now. */
export function useRecent(): { recent: readonly string[]; found: SearchResult[] } {
  const { call } = useServices()
  const { _id: adminId } = useMe()
  const [recent] = useState(() => readRecent(adminId))
  const answers = useQueries({
    queries: recent.filter(isRecord).map((name) => {
      const id = name.slice(name.indexOf(' ') + 1)
      return {
        queryKey: ['admin', 'find', id],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(searchAll, { query: { q: id }, signal }),
      }
    }),
  })
  const found = answers
    .flatMap(({ data }) => data?.results ?? [])
    .filter(({ what, id }) => recent.includes(`${what} ${id}`))
  return { recent, found }
}
