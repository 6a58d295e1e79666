import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type PointsLine, pointsHistory } from '@jhatpat/shared/contracts/points.ts'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useQuery } from '@tanstack/react-query'
import { QuerySection } from '../../../lib/query-section.tsx'
import { customerKey } from './use-customer.ts'

const kindTexts: Record<PointsLine['kind'], string> = {
  earned: 'Earned',
  late: 'Delay bonus',
  revoked: 'Reversed with refund',
  redeemed: 'Redeemed',
}

const columns: readonly Column<PointsLine>[] = [
  { key: 'kind', head: 'Type', cell: ({ kind }) => <b>{kindTexts[kind]}</b> },
  { key: 'note', head: 'Description', cell: ({ note }) => <span className="t2">{note}</span> },
  {
    key: 'order',
    head: 'Order',
    cell: ({ orderid }) =>
      orderid ? (
        <AppLink className="link mono" href={`/txn/${orderid}`}>
          {groupId(orderid)}
        </AppLink>
      ) : (
        <span className="t3">—</span>
      ),
  },
  {
    key: 'points',
    head: 'Points',
    right: true,
    cell: ({ points }) => <b className="num">{`${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(2)}`}</b>,
  },
  {
    key: 'worth',
    head: 'Redeemed for',
    right: true,
    cell: ({ worth }) =>
      worth === undefined ? <span className="t3">—</span> : <Money rupees={worth} exact />,
  },
  { key: 'at', head: 'Date', cell: ({ at }) => <TimeText at={at} className="t2" /> },
]

export function PointsTab({ id }: { id: string }) {
  const { call } = useServices()
  const query = useQuery({
    queryKey: [...customerKey(id), 'points'],
    queryFn: ({ signal }) => call(pointsHistory, { params: { userid: id }, signal }),
  })
  return (
    <QuerySection query={query}>
      {(lines) =>
        lines.length === 0 ? (
          <Empty spot="chai" title="No points yet.">
            Earned on delivered orders.
          </Empty>
        ) : (
          <>
            <DataTable
              dense
              className="pin"
              label="Points"
              columns={columns}
              rows={lines}
              rowKey={({ id }) => id}
            />
            {lines.length === mostLines && <p className="hint">Showing the latest {mostLines}.</p>}
          </>
        )
      }
    </QuerySection>
  )
}

const mostLines = 30
