import { useServices } from '@jhatpat/shared/browser/services.tsx'
import {
  resolveSupplierConflicts,
  type SupplierConflict,
  supplierConflicts,
} from '@jhatpat/shared/contracts/supplier-conflicts.ts'
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

/**
 * Supplier answers that arrived after an order's end and conflict with it. Renders nothing when
 * there are none, which is the normal case.
 */
export function SupplierConflicts() {
  const { call } = useServices()
  const [closing, setClosing] = useState<SupplierConflict>()
  const query = useQuery({
    queryKey: supplierConflictsKey,
    queryFn: ({ signal }) => call(supplierConflicts, { signal }),
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  const rows = query.data ?? []
  if (query.error) {
    return (
      <InlineMessage kind="bad" title={`Contradicted orders: Error: ${messageOf(query.error)}`} role="alert">
        They are asked for again by themselves.
      </InlineMessage>
    )
  }
  if (rows.length === 0) return null
  const expectedCount = rows.filter(({ orderid }) => orderid === closing?.orderid).length
  return (
    <section className="stack discrepancies" aria-labelledby="supplier-conflicts">
      <h2 className="d4" id="supplier-conflicts">
        {supplierConflictsText(rows.length)}
      </h2>
      <DataTable
        dense
        label="Orders that a supplier contradicts"
        columns={columnsWith(setClosing)}
        rows={rows}
        rowKey={({ unit, kind, at }) => `${unit} ${kind} ${at}`}
      />
      {closing && (
        <SupplierConflictDialog
          conflict={closing}
          expectedCount={Math.max(1, expectedCount)}
          onClose={() => setClosing(undefined)}
        />
      )}
    </section>
  )
}

const columnsWith = (onClose: (conflict: SupplierConflict) => void): readonly Column<SupplierConflict>[] => [
  { key: 'what', head: 'What', cell: (conflict) => <What {...conflict} /> },
  { key: 'for', head: 'Order', cell: (conflict) => <Subject {...conflict} /> },
  {
    key: 'supplierMessage',
    head: 'Supplier says',
    cell: (conflict) => <SupplierMessageCell {...conflict} />,
  },
  { key: 'stake', head: 'At stake', right: true, cell: ({ amount }) => <Money rupees={amount} /> },
  {
    key: 'close',
    head: 'Close',
    quiet: true,
    cell: (conflict) => (
      <CallButton
        access={resolveSupplierConflicts.auth}
        size="sm"
        variant="line"
        onClick={() => onClose(conflict)}
      >
        Close…
      </CallButton>
    ),
  },
]

function What(conflict: SupplierConflict) {
  return (
    <>
      <span className="b">{supplierConflictTitle(conflict)}</span>
      <br />
      <TimeText at={conflict.at} as="ago" />
    </>
  )
}

function Subject({ orderid, itemname, status, customer }: SupplierConflict) {
  return (
    <>
      <span className="row">
        <span className="mono">{groupId(orderid)}</span>
        <CopyButton text={orderid} label={`Copy ${orderid}`} />
      </span>
      <span className="t2">
        {itemname}, {status}, {customer}
      </span>
    </>
  )
}

function SupplierMessageCell({ supplierMessage, supplierOrderId }: SupplierConflict) {
  return (
    <>
      {supplierMessage || 'Delivered'}
      <br />
      <span className="t2 mono">{supplierOrderId || 'by the balance'}</span>
    </>
  )
}

type Props = { conflict: SupplierConflict; expectedCount: number; onClose: () => void }

/** Asks how a supplier's late, conflicting answer was resolved. */
function SupplierConflictDialog({ conflict, expectedCount, onClose }: Props) {
  const { orderid } = conflict
  const { error, isPending, mutate } = useSend(resolveSupplierConflicts, {
    params: { id: orderid },
    reads: supplierConflictsKey,
    onDone: onClose,
  })
  return (
    <ReasonDialog
      title={`${supplierConflictTitle(conflict)}: ${groupId(orderid)}`}
      label="What was done, kept with the order"
      hint="At least three letters."
      minLength={3}
      error={error}
      cancel={null}
      actions={[
        {
          label: 'Close it',
          variant: 'accent',
          isBusy: isPending,
          busyText: 'Saving',
          onDo: (reason) => mutate({ expectedCount, reason }),
        },
      ]}
      onClose={onClose}
    >
      <p className="sm t2">{supplierConflictAdvice(conflict)}</p>
    </ReasonDialog>
  )
}

export const supplierConflictsKey = ['admin', 'supplier-conflicts']

const supplierConflictsText = (count: number): string =>
  count === 1 ? 'A supplier contradicts 1 closed order' : `Suppliers contradict ${count} closed orders`

function supplierConflictTitle({ kind }: SupplierConflict): string {
  switch (kind) {
    case 'delivered_after_refund':
      return 'Delivered after the refund'
    case 'not_delivered':
      return 'Not delivered after all'
    case 'delivered_twice':
      return 'Delivered once more'
    case 'older_attempt_accepted':
      return 'Accepted after it was sent again'
    case 'account_changed':
      return 'Bought from an earlier account'
    case 'check_failed':
      return 'The order breaks a rule'
    case 'answer_disproved':
      return 'Answered against the evidence'
    default:
      return kind satisfies never
  }
}

/** How it can be resolved. */
function supplierConflictAdvice({ kind, customer, status }: SupplierConflict): string {
  switch (kind) {
    case 'delivered_after_refund':
      return `${customer} has the goods and the money. Nothing is taken back here: agree on it with ${customer}.`
    case 'not_delivered':
      return `${customer} was told of a delivery that never was. Deliver it, or set the order to Refunded within 48 hours.`
    case 'delivered_twice':
      return `${customer} may have the pack twice. Ask the supplier whether it takes one back.`
    case 'older_attempt_accepted':
      return 'The supplier accepted an earlier attempt. Find this order id at the supplier and cancel it, or count it as the delivery.'
    case 'account_changed':
      return 'Look for it in the list of the account that it was bought from: its credentials are not set here any more, so it is not asked about.'
    case 'answer_disproved':
      return status === 'Completed'
        ? `Look for it in the supplier’s list. If it did not arrive, set the order to Refunded within 48 hours and write to ${customer}.`
        : `Look for it in the supplier’s list. If it did arrive, ${customer} has the goods and the money: agree on it with ${customer}.`
    case 'check_failed':
      return 'Compare the order with the ledger and with the supplier before anything is done about it. Once this is closed, an open order goes on by itself; its supplier is bought from again when the incident is ended.'
    default:
      return kind satisfies never
  }
}
