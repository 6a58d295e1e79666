import './tickets.css'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { Tabs } from '@jhatpat/shared/ui/tabs.tsx'
import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { keysOnAtom } from '../../lib/alerts.ts'
import { LiveMark } from '../../lib/live-mark.tsx'
import { LoadError } from '../../lib/load-error.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { useTicketCounts } from '../../lib/ticket-counts.ts'
import type { TicketGoTo } from './resolve-ticket.tsx'
import { TicketPanel } from './ticket-panel.tsx'
import { TicketQueue } from './ticket-queue.tsx'
import { useTickets, type Which } from './use-tickets.ts'
import { type TypedAnswers, useTypedAnswers } from './use-typed-answers.ts'

const KeysDialog = lazyComponent(() => import('./keys-dialog.tsx'))

const whichOf = (value: string | null): Which => (value === 'mine' || value === 'resolved' ? value : 'open')
const addressOf = (which: Which, orderid = '') =>
  `/tickets?which=${which}${orderid ? `&ticket=${orderid}` : ''}`

/** "Not received": tickets by deadline, and the open one. List and ticket are in the address. */
export default function TicketsScreen() {
  const [search, setSearch] = useSearchParams()
  const which = whichOf(search.get('which'))
  const chosen = search.get('ticket') ?? ''
  const counts = useTicketCounts()
  const query = useTickets(which)
  const rows = query.data?.pages.flatMap(({ tickets }) => tickets) ?? []
  const order = rows.find(({ orderid }) => orderid === chosen)
  const isComplete = which === 'open' && query.isSuccess && !query.hasNextPage
  const typed = useTypedAnswers({ rows, readAtMs: query.dataUpdatedAt, isComplete })
  const openTicket = (orderid = '') =>
    setSearch({ which, ...(orderid && { ticket: orderid }) }, { replace: true })
  const [helpOpen, setHelpOpen] = useState(false)
  useTicketKeys({ rows, chosen, onHelp: () => setHelpOpen(true) })
  return (
    <>
      <PageBar title="Tickets">
        {counts !== undefined && counts.late > 0 && (
          <span className="sm b bad-text">
            {counts.late === 1 ? '1 reply overdue' : `${counts.late} replies overdue`}
          </span>
        )}
        <LiveMark />
      </PageBar>
      <div className={order ? 'tickets has-one' : 'tickets'}>
        <div className="ticket-list">
          <Tabs
            label="Status"
            tabs={[
              { id: 'open', label: 'Open', count: counts?.open },
              { id: 'mine', label: 'Mine', count: counts?.mine },
              { id: 'resolved', label: 'Resolved' },
            ]}
            selected={which}
            onSelect={(next) => setSearch({ which: next })}
          />
          {query.error && !query.data && <LoadError error={query.error} onRetry={query.refetch} />}
          {query.error && query.data && (
            <InlineMessage kind="bad" title={`Error: ${messageOf(query.error)}`} role="alert">
              Showing the last loaded data. Retrying automatically.
            </InlineMessage>
          )}
          {query.isPending && <Skeleton height={220} />}
          {query.data && rows.length === 0 && <NoTickets which={which} />}
          <TicketQueue rows={rows} chosen={chosen} hrefOf={(orderid) => addressOf(which, orderid)} />
          {query.hasNextPage && (
            <Button
              block
              busy={query.isFetchingNextPage}
              busyText="Loading…"
              onClick={() => query.fetchNextPage()}
            >
              More
            </Button>
          )}
          {rows.length > 0 && (
            <p className="xs t3">
              {which === 'resolved' ? '' : 'Ring: hours left to reply. '}
              <span className="ticket-keys">
                <kbd>J</kbd> <kbd>K</kbd> next and previous, <kbd>A</kbd> reply, <kbd>?</kbd> all keys
              </span>
            </p>
          )}
        </div>
        <Chosen
          order={order}
          chosen={chosen}
          which={which}
          typed={typed}
          goTo={{
            next: () => openTicket(neighbourOf(rows, chosen)),
            back: (orderid) => openTicket(orderid),
          }}
          isLoaded={query.data !== undefined}
          isEmpty={rows.length === 0}
        />
      </div>
      {helpOpen && (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const choose: Record<Which, string> = {
  open: 'Select a ticket to see details and reply.',
  mine: 'Select a ticket to continue.',
  resolved: 'Select a ticket to see its resolution.',
}

type ChosenProps = {
  order: BoardOrder | undefined
  chosen: string
  which: Which
  isLoaded: boolean
  isEmpty: boolean
  typed: TypedAnswers
  goTo: TicketGoTo
}

/** The ticket after the chosen one, or before it at the end of the list. */
function neighbourOf(rows: readonly BoardOrder[], chosen: string): string | undefined {
  const at = rows.findIndex(({ orderid }) => orderid === chosen)
  return (rows[at + 1] ?? rows[at - 1])?.orderid
}

function Chosen({ order, chosen, which, isLoaded, isEmpty, typed, goTo }: ChosenProps) {
  if (order) {
    return (
      <div className="ticket-one">
        <Link className="link sm ticket-back" to={addressOf(which)}>
          All tickets
        </Link>
        {/* A decision that can still be undone belongs to its own ticket. */}
        <TicketPanel key={order.orderid} order={order} typed={typed} goTo={goTo} />
      </div>
    )
  }
  if (!isLoaded) return null
  if (!chosen) return isEmpty ? null : <p className="panel t2 ticket-none">{choose[which]}</p>
  return (
    <p className="sm t2" role="status">
      This ticket is no longer on this page.
    </p>
  )
}

function NoTickets({ which }: { which: Which }) {
  if (which === 'mine') {
    return (
      <Empty spot="chai" title="No tickets assigned to you.">
        Tickets are assigned when you take or reply to them.
      </Empty>
    )
  }
  return (
    <Empty spot="chai" title={which === 'open' ? 'No open tickets.' : 'No resolved tickets yet.'}>
      New tickets appear automatically.
    </Empty>
  )
}

type TicketKeys = { rows: readonly BoardOrder[]; chosen: string; onHelp: () => void }

/**
 * J and K open the next and the previous ticket, A focuses its answer, ? lists the keys. Inactive
 * in fields and dialogs.
 */
export function useTicketKeys({ rows, chosen, onHelp }: TicketKeys): void {
  const isOn = useAtomValue(keysOnAtom)
  const open = (step: 1 | -1) => {
    const at = rows.findIndex(({ orderid }) => orderid === chosen)
    const next = rows[at === -1 ? 0 : at + step]
    const link = next && document.getElementById(`ticket-${next.orderid}`)
    link?.click()
    link?.focus()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || isTyped(event)) return
    const key = event.key.toLowerCase()
    if (key === 'j') open(1)
    else if (key === 'k') open(-1)
    else if (key === '?') onHelp()
    else if (key === 'a') document.getElementById('ticket-answer')?.focus()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isTyped({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, select, dialog') !== null
  return isField || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]') !== null
}
