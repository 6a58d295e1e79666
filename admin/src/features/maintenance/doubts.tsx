import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type PaymentDoubt, paymentDoubts } from '@jhatpat/shared/contracts/payments.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { DoubtDialog } from './doubt-dialog.tsx'
import { doubtsText, doubtTitle, knownText } from './doubt-texts.ts'
import { doubtsKey } from './doubts-key.ts'

/** Payments that no rule decides. Normally there are none, and then nothing is shown. */
export function Doubts() {
  const { call } = useServices()
  const [closing, setClosing] = useState<PaymentDoubt>()
  const doubts = useQuery({
    queryKey: doubtsKey,
    queryFn: ({ signal }) => call(paymentDoubts, { signal }),
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  const rows = doubts.data ?? []
  if (doubts.error) {
    return (
      <InlineMessage kind="bad" title={`Payments that need a person: Error: ${messageOf(doubts.error)}`} role="alert">
        They are asked for again by themselves.
      </InlineMessage>
    )
  }
  if (rows.length === 0) return null
  return (
    <section className="stack doubts" aria-labelledby="doubts">
      <h2 className="d4" id="doubts">
        {doubtsText(rows.length)}
      </h2>
      <DataTable
        dense
        label="Payments that need a person"
        columns={columnsWith(setClosing)}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {closing && <DoubtDialog doubt={closing} onClose={() => setClosing(undefined)} />}
    </section>
  )
}

const columnsWith = (onClose: (doubt: PaymentDoubt) => void): readonly Column<PaymentDoubt>[] => [
  { key: 'what', head: 'What', cell: (doubt) => <What {...doubt} /> },
  { key: 'for', head: 'For', cell: (doubt) => <Subject {...doubt} /> },
  { key: 'references', head: 'Known, and told then', cell: (doubt) => <ReferencesCell {...doubt} /> },
  { key: 'word', head: 'Gateway says', cell: (doubt) => <GatewayWord {...doubt} /> },
  { key: 'held', head: 'Held', right: true, cell: ({ held }) => <Money rupees={held} /> },
  {
    key: 'close',
    head: 'Close',
    quiet: true,
    cell: (doubt) => (
      <Button size="sm" variant="line" onClick={() => onClose(doubt)}>
        Close…
      </Button>
    ),
  },
]

function What(doubt: PaymentDoubt) {
  return (
    <>
      <span className="b">{doubtTitle(doubt)}</span>
      <br />
      <TimeText at={doubt.at} as="ago" />
    </>
  )
}

function Subject({ of, client_txn_id, status, customer }: PaymentDoubt) {
  return (
    <>
      <span className="row">
        <span className="t2">{of === 'order' ? 'Order' : 'Top-up'}</span>
        <span className="mono">{groupId(client_txn_id)}</span>
        <CopyButton text={client_txn_id} label={`Copy ${client_txn_id}`} />
      </span>
      <span className="t2">
        {status}, {customer}
      </span>
    </>
  )
}

function ReferencesCell(doubt: PaymentDoubt) {
  return (
    <span className="mono">
      {knownText(doubt)}
      <br />
      {doubt.told}
    </span>
  )
}

function GatewayWord({ vendorStatus, amount, gatewayId }: PaymentDoubt) {
  return (
    <>
      {vendorStatus}, <Money rupees={amount} />
      <br />
      <span className="t2">id {gatewayId}</span>
    </>
  )
}
