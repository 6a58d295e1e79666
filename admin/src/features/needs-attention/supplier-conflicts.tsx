import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type SupplierConflict, supplierConflicts } from '@jhatpat/shared/contracts/supplier-conflicts.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { CopyButton } from '@jhatpat/shared/ui/copy-button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { SupplierConflictDialog } from './supplier-conflict-dialog.tsx'
import {
  supplierConflictsKey,
  supplierConflictsText,
  supplierConflictTitle,
} from './supplier-conflict-texts.ts'

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
    <section className="stack discrepancies" aria-labelledby="supplierConflicts">
      <h2 className="d4" id="supplierConflicts">
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
      <Button size="sm" variant="line" onClick={() => onClose(conflict)}>
        Close…
      </Button>
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
