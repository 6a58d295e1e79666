import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type SearchResult, searchAll } from '@jhatpat/shared/contracts/admin-lists.ts'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { SearchBox } from '@jhatpat/shared/ui/search-box.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { matchTexts } from '../../lib/table/match-reason-line.tsx'

/** Searches everything for a pasted text: shows what matched, by which field, with links. */
export default function FindDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const { call } = useServices()
  const { data, error, isFetching } = useQuery({
    queryKey: ['admin', 'find', q],
    queryFn: ({ signal }) => call(searchAll, { query: { q }, signal }),
    enabled: q.length >= 3,
  })
  return (
    <Dialog open onClose={onClose} title="Find anything" kind="wide">
      <div className="stack">
        <SearchBox
          autoFocus
          label="Paste any id, e-mail, mobile or bank reference"
          placeholder="Paste any id, e-mail, mobile or bank reference"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p className="t3 sm" role="status">
          {error
            ? `Error: ${messageOf(error)}`
            : isFetching
              ? 'Loading...'
              : data && q.length >= 3 && data.results.length === 0
                ? `Nothing found for “${q}”. It has to be whole.`
                : ''}
        </p>
        <ul className="found">
          {q.length >= 3 &&
            data?.results.map((match) => (
              <li key={`${match.by} ${match.what} ${match.id}`}>
                <AppLink className="found-one" href={addressOf(match)} onClick={onClose}>
                  <span className="xs t3">{matchTexts[match.by]}</span>
                  <b>{groupId(match.title)}</b>
                  <span className="sm t2">{match.detail}</span>
                </AppLink>
              </li>
            ))}
        </ul>
      </div>
    </Dialog>
  )
}

function addressOf({ what, id }: SearchResult): string {
  const q = encodeURIComponent(id)
  if (what === 'user') return `/usersdata/${q}`
  if (what === 'wallet') return `/wallettxn?q=${q}`
  return what === 'order' ? `/txn/${q}` : `/txn?q=${q}`
}
