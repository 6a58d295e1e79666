import { customerPlayers, type UsedPlayer } from '@jhatpat/shared/contracts/customers.ts'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { isolated } from '@jhatpat/shared/ui/format/isolate.ts'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { QuerySection } from '../../../lib/query-section.tsx'
import { useCustomerPart } from './use-customer.ts'

const columns: readonly Column<UsedPlayer>[] = [
  {
    key: 'product',
    head: 'Product',
    cell: ({ productname, imgpath }) => (
      <span className="row">
        <Picture className="thumb thumb-sm" src={imgpath} width={40} height={40} />
        {productname}
      </span>
    ),
  },
  {
    key: 'id',
    head: 'Player ID',
    cell: ({ input1, input2 }) => (
      <AppLink className="link mono b" href={`/txn?q=${encodeURIComponent(input1)}`}>
        {isolated(input1)}
        {input2 && ` (${isolated(input2)})`}
      </AppLink>
    ),
  },
  {
    key: 'name',
    head: 'Name when checked',
    cell: ({ username }) => (username ? <bdi>{username}</bdi> : <span className="t3">not verified</span>),
  },
  {
    key: 'orders',
    head: 'Orders',
    right: true,
    cell: ({ orders }) => <b className="num">{formatCount(orders)}</b>,
  },
  {
    key: 'last',
    head: 'Last used',
    cell: ({ lastUsedAt }) => <TimeText at={lastUsedAt} className="t2" />,
  },
  { key: 'others', head: 'Also used by', cell: ({ others }) => <Others others={others} /> },
]

function Others({ others }: Pick<UsedPlayer, 'others'>) {
  if (others.length === 0) return <span className="t3">—</span>
  return others.map(({ _id, name, orders }) => (
    <AppLink key={_id} className="wait-t row" href={`/usersdata/${_id}/ids`}>
      {`${name}, ${orders} ${orders === 1 ? 'order' : 'orders'}`}
    </AppLink>
  ))
}

export function IdsTab({ id }: { id: string }) {
  return (
    <QuerySection query={useCustomerPart('ids', id, (call, input) => call(customerPlayers, input))}>
      {({ ids, hasMore }) =>
        ids.length === 0 ? (
          <Empty spot="chai" title="No player IDs yet">
            IDs this customer bought for appear here.
          </Empty>
        ) : (
          <>
            <DataTable
              dense
              className="pin"
              label="Player IDs"
              columns={columns}
              rows={ids}
              rowKey={({ productid, input1, input2 }) => JSON.stringify([productid, input1, input2])}
            />
            <p className="hint">
              {hasMore && 'Most recent IDs, up to 50. '}
              “Also used by” checks the latest 20 orders of an ID.
            </p>
          </>
        )
      }
    </QuerySection>
  )
}
