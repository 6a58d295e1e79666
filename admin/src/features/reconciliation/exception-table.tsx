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
    head: 'Answer',
    right: true,
    cell: (row) =>
      row.closed ? (
        <span className="sm">
          <b>{row.state === 'resolved' ? 'Solved' : 'Explained'}</b> by {row.closed.by}
          <span className="t2 lines">{row.closed.note}</span>
        </span>
      ) : (
        <CallButton
          access={resolveException.auth}
          size="sm"
          aria-label={`Answer ${exceptionTexts[row.kind].title}, ${row.ref}`}
          onClick={() => onClose(row)}
        >
          Answer…
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
    head: 'What',
    cell: ({ kind, state }) => (
      <StatusPill
        status={state === 'open' ? exceptionTexts[kind].status : 'completed'}
        icon={state === 'open' ? 'circle-help' : 'circle-check'}
      >
        {exceptionTexts[kind].title}
      </StatusPill>
    ),
  },
  { key: 'on', head: 'On', cell: (row) => <Ref row={row} /> },
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
    busyText: 'Saving',
    onDo: (note: string) => mutate({ state, note }),
  })
  return (
    <ReasonDialog
      title={`${title}: ${groupId(exception.ref)}`}
      label="What it was, kept with the day"
      hint="At least three letters."
      minLength={3}
      maxLength={500}
      error={error}
      cancel={null}
      actions={[
        { label: 'Explained: nothing is wrong', variant: 'line', ...resolve('explained') },
        { label: 'Solved: it was put right', variant: 'accent', ...resolve('resolved') },
      ]}
      onClose={onClose}
    >
      <KeyValues
        rows={[
          ['Outside', exception.external],
          ['With us', exception.internal],
        ]}
      />
      <p className="sm t2">{advice} Nothing is posted by an answer here.</p>
    </ReasonDialog>
  )
}

/** Name, severity and advice for each kind of exception. */
const exceptionTexts: Readonly<
  Record<ExceptionKind, { title: string; status: StatusGroup; advice: string }>
> = {
  paid_not_booked: {
    title: 'Money without an order',
    status: 'processing',
    advice:
      'A look at the payment has been asked for: money that is there goes to its order or the customer’s wallet by itself. Open it to see what came of it.',
  },
  booked_not_paid: {
    title: 'Booked, not paid',
    status: 'refused',
    advice: 'Ask the gateway with the bank reference. What was booked stays until a correction is posted.',
  },
  amount_differs: {
    title: 'Another amount',
    status: 'refused',
    advice:
      'Ask the gateway which amount came. A difference in a wallet is moved by an admin on the customer.',
  },
  no_proof_of_delivery: {
    title: 'No proof of delivery',
    status: 'refused',
    advice: 'Ask who completed it how it was delivered. Within 48 hours it can be refunded.',
  },
  bought_without_end: {
    title: 'Bought, not sold',
    status: 'processing',
    advice:
      'The supplier has taken its points. Deliver and complete it, or write it off here with a sentence.',
  },
  refund_without_credit: {
    title: 'Refund without credit',
    status: 'refused',
    advice: 'The customer’s money is missing. The runbook “The ledger differs” says what to do first.',
  },
  reference_twice: {
    title: 'Reference used twice',
    status: 'refused',
    advice: 'One payment of a bank stands under two. Ask the gateway which of the two was paid.',
  },
  balance_differs: {
    title: 'Balance moved otherwise',
    status: 'processing',
    advice: 'Was the account topped up, or used by another hand? Say which, with the sum.',
  },
}

/** The page with details; undefined where there is none. */
function linkOf({ of, ref }: DayException): string | undefined {
  if (of === 'order') return `/txn?q=${ref}`
  return of === 'topup' ? `/wallettxn?q=${ref}` : undefined
}
