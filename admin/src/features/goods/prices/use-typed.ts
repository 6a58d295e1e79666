import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { useState } from 'react'
import { type Drafts, draftsAfter, type Seen, seenOf } from './sheet.ts'

type Typed = { drafts: Drafts; seen: Seen }
const nothingTyped: Typed = { drafts: {}, seen: {} }

/** What is typed and not saved, with the version of each row that was seen then. */
export function useTyped(items: readonly AdminItem[]) {
  const [{ drafts, seen }, setTyped] = useState(nothingTyped)
  return {
    drafts,
    /** The version that is sent with a row. */
    seenOf: ({ itemid, __v }: AdminItem): number => seen[itemid] ?? __v,
    change: (to: (before: Drafts) => Drafts) =>
      setTyped((before) => {
        const after = to(before.drafts)
        return { drafts: after, seen: seenOf(after, before.seen, items) }
      }),
    /** Rows were answered. A refused one is shown anew: whoever applies it again has seen that. */
    answered: (rows: ReadonlySet<number>, { sent, saved }: { sent: Drafts; saved: ReadonlySet<number> }) =>
      setTyped((before) => ({
        drafts: draftsAfter(before.drafts, sent, saved),
        seen: withoutRows(before.seen, rows),
      })),
    drop: () => setTyped(nothingTyped),
    /** This admin has just changed a row otherwise: what is typed in it goes on from there. */
    moveOn: ({ itemid, __v }: AdminItem, after: AdminItem) =>
      setTyped((before) =>
        before.seen[itemid] === __v ? { ...before, seen: { ...before.seen, [itemid]: after.__v } } : before,
      ),
  }
}

const withoutRows = (seen: Seen, rows: ReadonlySet<number>): Seen =>
  Object.fromEntries(Object.entries(seen).filter(([itemid]) => !rows.has(Number(itemid))))
