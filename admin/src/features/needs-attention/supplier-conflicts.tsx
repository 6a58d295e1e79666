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
      <InlineMessage kind="bad" title={`Supplier conflicts: Error: ${messageOf(query.error)}`} role="alert">
        Retrying automatically.
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
        label="Supplier conflicts"
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
  { key: 'what', head: 'Issue', cell: (conflict) => <What {...conflict} /> },
  { key: 'for', head: 'Order', cell: (conflict) => <Subject {...conflict} /> },
  {
    key: 'supplierMessage',
    head: 'Supplier',
    cell: (conflict) => <SupplierMessageCell {...conflict} />,
  },
  { key: 'stake', head: 'Amount', right: true, cell: ({ amount }) => <Money rupees={amount} /> },
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
      label="Resolution (saved on the order)"
      hint="At least 3 letters."
      minLength={3}
      error={error}
      cancel={null}
      actions={[
        {
          label: 'Resolve',
          variant: 'accent',
          isBusy: isPending,
          busyText: 'Saving…',
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
  count === 1 ? '1 order with a supplier conflict' : `${count} orders with supplier conflicts`

function supplierConflictTitle({ kind }: SupplierConflict): string {
  switch (kind) {
    case 'delivered_after_refund':
      return 'Delivered after refund'
    case 'not_delivered':
      return 'Not delivered'
    case 'delivered_twice':
      return 'Delivered twice'
    case 'older_attempt_accepted':
      return 'Accepted after a resend'
    case 'account_changed':
      return 'Bought from an earlier account'
    case 'check_failed':
      return 'Order breaks a rule'
    case 'answer_disproved':
      return 'Decision contradicted by the balance'
    default:
      return kind satisfies never
  }
}

/** How it can be resolved. */
function supplierConflictAdvice({ kind, customer, status }: SupplierConflict): string {
  switch (kind) {
    case 'delivered_after_refund':
      return `${customer} has the item and the refund. Nothing is debited here; contact ${customer}.`
    case 'not_delivered':
      return `${customer} was told it was delivered, but it wasn’t. Deliver it or refund it within 48 hours.`
    case 'delivered_twice':
      return `${customer} may have received it twice. Ask the supplier if one can be reversed.`
    case 'older_attempt_accepted':
      return 'The supplier accepted an earlier attempt. Find this order ID at the supplier and cancel it, or count it as the delivery.'
    case 'account_changed':
      return 'Find it in the order list of the account it was bought from. That account’s credentials are no longer set, so it isn’t checked.'
    case 'answer_disproved':
      return status === 'Completed'
        ? `Find it in the supplier’s order list. If it wasn’t delivered, refund the order within 48 hours and message ${customer}.`
        : `Find it in the supplier’s order list. If it was delivered, ${customer} has the item and the refund; contact ${customer}.`
    case 'check_failed':
      return 'Compare the order with the ledger and the supplier first. Once resolved, an open order continues automatically; purchases from its supplier resume when the incident ends.'
    default:
      return kind satisfies never
  }
}
