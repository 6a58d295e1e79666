import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { Tabs } from '@jhatpat/shared/ui/tabs.tsx'
import { useState } from 'react'
import { LoadError } from '../../lib/load-error.tsx'
import { PageBar } from '../../lib/page-bar.tsx'
import { TicketDialog } from './ticket-dialog.tsx'
import { TicketTable } from './ticket-table.tsx'
import { useTickets } from './use-tickets.ts'

type Which = 'open' | 'answered'

/** "Not received": reports that wait for an answer, the oldest first, and those that have one. */
export default function TicketsScreen() {
  const [which, setWhich] = useState<Which>('open')
  const [answering, setAnswering] = useState<BoardOrder>()
  const { data, error, refetch } = useTickets(which)
  return (
    <>
      <PageBar title="Tickets" />
      <Tabs
        label="Which"
        tabs={[
          { id: 'open', label: 'Open' },
          { id: 'answered', label: 'Answered' },
        ]}
        selected={which}
        onSelect={setWhich}
      />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton height={220} />}
      {data?.length === 0 && (
        <Empty spot="chai" title={which === 'open' ? 'No tickets.' : 'No ticket was answered yet.'}>
          New ones appear here by themselves.
        </Empty>
      )}
      {data && data.length > 0 && <TicketTable rows={data} onAnswer={setAnswering} />}
      {answering && <TicketDialog order={answering} onClose={() => setAnswering(undefined)} />}
    </>
  )
}
