import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { QueryOf, ResultOf } from '@jhatpat/shared/contracts/route.ts'
import { type AdminUser, usersData } from '@jhatpat/shared/contracts/users.ts'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CsvButton } from '../../lib/table/csv-button.tsx'
import { listQuery } from '../../lib/table/list-query.ts'
import { cursorsByNumber } from '../../lib/table/page-by-number.ts'
import type { TableAddress } from '../../lib/table/table-address.ts'
import { type TablePage, TableScreen } from '../../lib/table/table-screen.tsx'
import { useTableAddress } from '../../lib/table/use-table-address.ts'
import { type UserAction, usersColumns } from './users-columns.tsx'
import { usersFields, usersKey, usersTable, usersTexts } from './users-list.ts'

const BalanceDialog = lazyComponent(() => import('./balance-dialog.tsx'))
const EditDialog = lazyComponent(() => import('./edit-dialog.tsx'))

/** All accounts, with the actions of admins. */
export default function UsersScreen() {
  const table = useTableAddress(usersTable)
  const { call } = useServices()
  const callQuery = listQuery<QueryOf<typeof usersData>>(table.address, usersFields, usersTable)
  const query = useQuery({
    queryKey: [...usersKey, 'list', callQuery],
    queryFn: ({ signal }) => call(usersData, { query: callQuery, signal }),
    placeholderData: keepPreviousData,
  })
  const [open, setOpen] = useState<{ act: UserAction; user: AdminUser }>()
  const close = () => setOpen(undefined)
  const columns = useMemo(() => usersColumns((act, user) => setOpen({ act, user })), [])
  const navigate = useNavigate()
  const openCustomer = useCallback(({ _id }: AdminUser) => void navigate(`/usersdata/${_id}`), [navigate])
  const { data } = query
  return (
    <>
      <TableScreen
        texts={usersTexts}
        views="users"
        spec={usersTable}
        fields={usersFields}
        columns={columns}
        rowKey={({ _id }) => _id}
        onOpen={openCustomer}
        table={table}
        query={{ ...query, data: data && pageOf(data, table.address) }}
        tools={
          <CsvButton path="/admin/users_data/csv" file="users.csv" query={callQuery} title="User Data" />
        }
        found={
          data?.isTruncated && (
            <p className="t2 sm lead">
              {Object.keys(table.address.filters).length > 0
                ? 'Showing the first 500 results. Add another letter to narrow down.'
                : 'Showing the first 500. Add another letter to narrow down.'}
            </p>
          )
        }
      />
      {open && (
        <Optional>
          {open.act === 'edit' ? (
            <EditDialog user={open.user} onClose={close} />
          ) : (
            <BalanceDialog user={open.user} limit={data?.approvalAbove} onClose={close} />
          )}
        </Optional>
      )}
    </>
  )
}

/** Search results are paged by number because they have no cursors. */
const pageOf = (
  { users, totalCount, isTruncated, hasMore, ...edges }: ResultOf<typeof usersData>,
  address: TableAddress,
): TablePage<AdminUser> => ({
  rows: users,
  count: totalCount,
  hasMore: hasMore || isTruncated,
  ...(address.q ? cursorsByNumber(address, totalCount) : edges),
})
