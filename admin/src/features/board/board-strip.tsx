import './board-strip.css'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { EndedOrder } from '@jhatpat/shared/contracts/ended-orders.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Chip } from '@jhatpat/shared/ui/chip.tsx'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { useEffect, useState } from 'react'
import { endActor, endCounts, endKind, endReason } from './ended-texts.ts'
import { type Departures, useDepartures } from './use-departures.ts'

const firstRows = 6

type BoardStripProps = {
  /** All orders of the board. */
  orders: readonly BoardOrder[]
  /** Called with the orders that have left, for the rows that still show one of them. */
  onEnded: (list: readonly EndedOrder[]) => void
}

/** The orders that have left the board: their number in one line, and on demand each with its reason and actor. */
export default function BoardStrip({ orders, onEnded }: BoardStripProps) {
  const departures = useDepartures(orders)
  const { list } = departures
  useEffect(() => onEnded(list), [list, onEnded])
  return list.length > 0 && <Strip {...departures} />
}

function Strip({ list, since, clear }: Departures) {
  const [isOpen, setIsOpen] = useState(false)
  const counts = endCounts(list)
  const count = list.length === 1 ? '1 order done' : `${list.length} orders done`
  return (
    <section className="strip" aria-label="Orders done">
      <button
        type="button"
        className="strip-head sm"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="clock" size="sm" />
        <span className="grow" role="status">
          <b>
            {since.isAway ? 'Since you left at' : 'Since'} {clockTime(since.atMs)}:
          </b>{' '}
          {counts.map(({ kind, count: many }) => `${many} ${kind}`).join(', ')}
        </span>
        <span className="t2 xs hide-t">{count}</span>
        <Icon name="chevron-down" size="sm" className={isOpen ? 'open-mark' : ''} />
      </button>
      {isOpen && <EndedList list={list} counts={counts} clear={clear} />}
    </section>
  )
}

type EndedListProps = Pick<Departures, 'list' | 'clear'> & { counts: ReturnType<typeof endCounts> }

function EndedList({ list, counts, clear }: EndedListProps) {
  const [kind, setKind] = useState('')
  const [most, setMost] = useState(firstRows)
  const found = kind === '' ? list : list.filter((ended) => endKind(ended) === kind)
  const more = found.length - most
  return (
    <div className="strip-list">
      {counts.length > 1 && (
        <fieldset className="row wrap" aria-label="Filter">
          <Chip on={kind === ''} value={list.length} onClick={() => setKind('')}>
            All
          </Chip>
          {counts.map(({ kind: one, count }) => (
            <Chip key={one} on={kind === one} value={count} onClick={() => setKind(one)}>
              {one.charAt(0).toUpperCase() + one.slice(1)}
            </Chip>
          ))}
        </fieldset>
      )}
      <ul>
        {found.slice(0, most).map((ended) => (
          <EndedRow key={ended.orderid} ended={ended} />
        ))}
      </ul>
      <div className="row between wrap">
        {more > 0 ? (
          <Button size="sm" variant="quiet" onClick={() => setMost(found.length)}>
            Show {more} more
          </Button>
        ) : (
          <span />
        )}
        <Button size="sm" onClick={clear}>
          Clear the list
        </Button>
      </div>
    </div>
  )
}

function EndedRow({ ended }: { ended: EndedOrder }) {
  return (
    <li className="sm">
      <time className="t2 num" dateTime={ended.at}>
        {clockTime(ended.at)}
      </time>
      <StatusPill status={ended.status} ofOrder />
      <span className="wrap-any">
        <b>{ended.itemname}</b> <span className="t2">{ended.customer}</span>
      </span>
      <span className="t2 wrap-any">{endReason(ended)}</span>
      <span>{endActor(ended)}</span>
      <AppLink
        className="link"
        href={`/txn/${ended.orderid}`}
        aria-label={`Open ${ended.itemname} for ${ended.customer}`}
      >
        Open
      </AppLink>
    </li>
  )
}
