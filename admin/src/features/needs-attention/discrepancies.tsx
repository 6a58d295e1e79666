import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import {
  type PaymentDiscrepancy,
  paymentDiscrepancies,
  resolveDiscrepancy,
} from '@jhatpat/shared/contracts/payments.ts'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallButton } from '../../lib/call-button.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { ReasonDialog } from '../../lib/reason-dialog.tsx'
import { useSend } from '../../lib/use-send.ts'

/** Payments that no rule resolves. Renders nothing when there are none, which is the normal case. */
export function Discrepancies() {
  const { call } = useServices()
  const [closing, setClosing] = useState<PaymentDiscrepancy>()
  const discrepancies = useQuery({
    queryKey: discrepanciesKey,
    queryFn: ({ signal }) => call(paymentDiscrepancies, { signal }),
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  const rows = discrepancies.data ?? []
  if (discrepancies.error) {
    return (
      <InlineMessage
        kind="bad"
        title={`Payment discrepancies: Error: ${messageOf(discrepancies.error)}`}
        role="alert"
      >
        Retrying automatically.
      </InlineMessage>
    )
  }
  if (rows.length === 0) return null
  return (
    <section className="stack discrepancies" aria-labelledby="discrepancies">
      <h2 className="d4" id="discrepancies">
        {discrepanciesText(rows.length)}
      </h2>
      <DataTable
        dense
        label="Payment discrepancies"
        columns={columnsWith(setClosing)}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {closing && <DiscrepancyDialog discrepancy={closing} onClose={() => setClosing(undefined)} />}
    </section>
  )
}

const columnsWith = (
  onClose: (discrepancy: PaymentDiscrepancy) => void,
): readonly Column<PaymentDiscrepancy>[] => [
  { key: 'what', head: 'Issue', cell: (discrepancy) => <What {...discrepancy} /> },
  { key: 'for', head: 'Target', cell: (discrepancy) => <Subject {...discrepancy} /> },
  {
    key: 'references',
    head: 'References',
    cell: (discrepancy) => <ReferencesCell {...discrepancy} />,
  },
  { key: 'word', head: 'Gateway', cell: (discrepancy) => <GatewayWord {...discrepancy} /> },
  { key: 'inReview', head: 'In review', right: true, cell: ({ inReview }) => <Money rupees={inReview} /> },
  {
    key: 'close',
    head: 'Close',
    quiet: true,
    cell: (discrepancy) => (
      <CallButton
        access={resolveDiscrepancy.auth}
        size="sm"
        variant="line"
        onClick={() => onClose(discrepancy)}
      >
        Close…
      </CallButton>
    ),
  },
]

function What(discrepancy: PaymentDiscrepancy) {
  return (
    <>
      <span className="b">{discrepancyTitle(discrepancy)}</span>
      <br />
      <TimeText at={discrepancy.at} as="ago" />
    </>
  )
}

function Subject({ of, client_txn_id, status, customer }: PaymentDiscrepancy) {
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

function ReferencesCell(discrepancy: PaymentDiscrepancy) {
  return (
    <span className="mono">
      {knownText(discrepancy)}
      <br />
      {discrepancy.reported}
    </span>
  )
}

function GatewayWord({ vendorStatus, amount, gatewayId }: PaymentDiscrepancy) {
  return (
    <>
      {vendorStatus}, <Money rupees={amount} />
      <br />
      <span className="t2">ID {gatewayId}</span>
    </>
  )
}

type Props = { discrepancy: PaymentDiscrepancy; onClose: () => void }

/**
 * Asks what a payment discrepancy was, and the reason; the money in review is posted only by this
 * resolution.
 */
function DiscrepancyDialog({ discrepancy, onClose }: Props) {
  const { id, inReview, gatewayId, customer, client_txn_id } = discrepancy
  const { error, isPending, variables, mutate } = useSend(resolveDiscrepancy, {
    params: { id },
    reads: discrepanciesKey,
    onDone: onClose,
  })
  const resolve = (answer: 'dismiss' | 'credit') => ({
    isBusy: isPending && variables.answer === answer,
    busyText: 'Saving…',
    onDo: (reason: string) => mutate({ answer, reason }),
  })
  const dismiss = { label: 'Close, no payment received', variant: 'line', ...resolve('dismiss') } as const
  const credit = {
    label: `Credit ${formatRupees(inReview)} to wallet`,
    variant: 'accent',
    ...resolve('credit'),
  } as const
  return (
    <ReasonDialog
      title={`${discrepancyTitle(discrepancy)}: ${groupId(client_txn_id)}`}
      label="Reason (saved on the payment)"
      hint="At least 3 letters."
      minLength={3}
      error={error}
      cancel={null}
      actions={inReview > 0 ? [dismiss, credit] : [dismiss]}
      onClose={onClose}
    >
      <p className="sm t2">
        Check ID {gatewayId} with the gateway or bank first. Credited money is added to {customer}’s wallet
        and can’t be reversed here.
      </p>
    </ReasonDialog>
  )
}

const discrepanciesText = (count: number): string =>
  count === 1 ? '1 payment discrepancy' : `${count} payment discrepancies`

function discrepancyTitle({ kind, orderRef, client_txn_id }: PaymentDiscrepancy): string {
  switch (kind) {
    case 'reference_changed':
      return 'Different UPI ref.'
    case 'amount_changed':
      return 'Amount mismatch'
    case 'reference_reused':
      return orderRef === client_txn_id ? 'Duplicate UPI ref.' : 'UPI ref. used by another payment'
    default:
      return kind satisfies never
  }
}

/** What was recorded before, and for which other order. */
function knownText({ kind, known, orderRef, client_txn_id }: PaymentDiscrepancy): string {
  return kind === 'reference_reused' && orderRef !== client_txn_id
    ? `${known} of ${groupId(orderRef)}`
    : known
}

export const discrepanciesKey = ['admin', 'payment-discrepancies']
