import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import {
  type DayException,
  type ExceptionKind,
  resolveException,
} from '@jhatpat/shared/contracts/reconciliation.ts'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { KeyValues } from '@jhatpat/shared/ui/receipt-card.tsx'
import { type StatusGroup, StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallButton } from '../../lib/call-button.tsx'
import { ReasonDialog } from '../../lib/reason-dialog.tsx'

type Props = { rows: readonly DayException[]; onClose: (row: DayException) => void }

/** The exceptions, open ones first; a closed one keeps its explanation. */
export function ExceptionTable({ rows, onClose }: Props) {
  const sorted = rows.toSorted((a, b) => Number(a.state !== 'open') - Number(b.state !== 'open'))
  const answer: Column<DayException> = {
    key: 'answer',
    head: 'Resolution',
    right: true,
    cell: (row) =>
      row.closed ? (
        <span className="sm">
          <b>{row.state === 'resolved' ? 'Fixed' : 'Explained'}</b> by {row.closed.by}
          <span className="t2 lines">{row.closed.note}</span>
        </span>
      ) : (
        <CallButton
          access={resolveException.auth}
          size="sm"
          aria-label={`Resolve ${exceptionTexts[row.kind].title}, ${row.ref}`}
          onClick={() => onClose(row)}
        >
          Resolve…
        </CallButton>
      ),
  }
  return (
    <DataTable
      label="Exceptions"
      columns={[...columns, answer]}
      rows={sorted}
      rowKey={({ id }) => id}
      className="recon-table"
      dense
    />
  )
}

const columns: Column<DayException>[] = [
  {
    key: 'what',
    head: 'Exception',
    cell: ({ kind, state }) => (
      <StatusPill
        status={state === 'open' ? exceptionTexts[kind].status : 'completed'}
        icon={state === 'open' ? 'circle-help' : 'circle-check'}
      >
        {exceptionTexts[kind].title}
      </StatusPill>
    ),
  },
  { key: 'on', head: 'Target', cell: (row) => <Ref row={row} /> },
  { key: 'external', head: 'Outside', cell: ({ external }) => <span className="t2">{external}</span> },
  { key: 'internal', head: 'With us', cell: ({ internal }) => <span className="t2">{internal}</span> },
  {
    key: 'amount',
    head: 'Amount',
    right: true,
    cell: ({ amount }) =>
      amount === null ? '—' : <b className="num">{formatRupees(amount, { exact: true })}</b>,
  },
  { key: 'found', head: 'Found', cell: ({ foundAt }) => <TimeText at={foundAt} as="day-time" /> },
]

function Ref({ row }: { row: DayException }) {
  const href = linkOf(row)
  const text = (
    <span className="nowrap">{row.of === 'order' || row.of === 'topup' ? groupId(row.ref) : row.ref}</span>
  )
  return href ? (
    <AppLink className="link" href={href}>
      {text}
    </AppLink>
  ) : (
    text
  )
}

type Resolution = { state: 'explained' | 'resolved'; note: string }

/** Records the explanation of an exception; nothing is posted, and the text stays with the day. */
export function CloseDialog({ exception, onClose }: { exception: DayException; onClose: () => void }) {
  const { call } = useServices()
  const queries = useQueryClient()
  const { error, isPending, variables, mutate } = useMutation({
    mutationFn: (resolution: Resolution) =>
      call(resolveException, { body: { id: exception.id, ...resolution } }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin', 'reconciliation'] }),
  })
  const { title, advice } = exceptionTexts[exception.kind]
  const resolve = (state: Resolution['state']) => ({
    isBusy: isPending && variables.state === state,
    busyText: 'Saving…',
    onDo: (note: string) => mutate({ state, note }),
  })
  return (
    <ReasonDialog
      title={`${title}: ${groupId(exception.ref)}`}
      label="Explanation (saved with the day)"
      hint="At least 3 letters."
      minLength={3}
      maxLength={500}
      error={error}
      cancel={null}
      actions={[
        { label: 'Mark as explained', variant: 'line', ...resolve('explained') },
        { label: 'Mark as fixed', variant: 'accent', ...resolve('resolved') },
      ]}
      onClose={onClose}
    >
      <KeyValues
        rows={[
          ['Outside', exception.external],
          ['With us', exception.internal],
        ]}
      />
      <p className="sm t2">{advice} No entries are posted.</p>
    </ReasonDialog>
  )
}

/** Name, severity and advice for each kind of exception. */
const exceptionTexts: Readonly<
  Record<ExceptionKind, { title: string; status: StatusGroup; advice: string }>
> = {
  paid_not_booked: {
    title: 'Payment without an order',
    status: 'processing',
    advice:
      'A payment check is requested. Money found goes to the order or the customer’s wallet automatically. Open it for the result.',
  },
  booked_not_paid: {
    title: 'Recorded but not received',
    status: 'refused',
    advice: 'Check the UPI ref. with the gateway. The entry stays until it’s corrected.',
  },
  amount_differs: {
    title: 'Amount mismatch',
    status: 'refused',
    advice: 'Check the amount with the gateway. Adjust any wallet difference on the customer page.',
  },
  no_proof_of_delivery: {
    title: 'Delivered without proof',
    status: 'refused',
    advice: 'Ask the admin who completed it. It can be refunded within 48 hours.',
  },
  bought_without_end: {
    title: 'Purchase without order',
    status: 'processing',
    advice: 'The supplier charged for it. Deliver and complete it, or close it with an explanation.',
  },
  refund_without_credit: {
    title: 'Refund not credited',
    status: 'refused',
    advice: 'The customer’s refund is missing. Follow the runbook “The ledger differs”.',
  },
  reference_twice: {
    title: 'Duplicate reference',
    status: 'refused',
    advice: 'One bank payment is used by two orders. Ask the gateway which one was paid.',
  },
  balance_differs: {
    title: 'Balance changed outside orders',
    status: 'processing',
    advice: 'Was the account topped up or used elsewhere? Explain, with the amount.',
  },
}

/** The page with details; undefined where there is none. */
function linkOf({ of, ref }: DayException): string | undefined {
  if (of === 'order') return `/txn?q=${ref}`
  return of === 'topup' ? `/wallettxn?q=${ref}` : undefined
}
