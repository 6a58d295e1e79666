import type { ResultOf } from '@jhatpat/shared/contracts/http/route.ts'
import { type AdminUser, userPageSizes, type usersData } from '@jhatpat/shared/contracts/users.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { lazily } from '@jhatpat/shared/ui/lazily.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { Pager } from '@jhatpat/shared/ui/pager.tsx'
import { useCallback, useState } from 'react'
import { LoadError } from '../../lib/load-error.tsx'
import { messageOf } from '../../lib/message-of.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { SavedViews } from '../../lib/views/saved-views.tsx'
import { WaitRows } from '../../lib/wait-rows.tsx'
import { useUsers, useUsersAddress } from './use-users.ts'
import { rangeText } from './user-texts.ts'
import { UsersSearch } from './users-search.tsx'
import { type UserAct, UsersTable } from './users-table.tsx'

const BalanceDialog = lazily(() => import('./balance-dialog.tsx'))
const EditDialog = lazily(() => import('./edit-dialog.tsx'))

/** Everyone who has an account, and what an admin may do with it. */
export default function UsersScreen() {
  const { address, goTo } = useUsersAddress()
  const { data, error, refetch, isPlaceholderData } = useUsers(address)
  const [open, setOpen] = useState<{ act: UserAct; user: AdminUser }>()
  const onAct = useCallback((act: UserAct, user: AdminUser) => setOpen({ act, user }), [])
  const close = () => setOpen(undefined)
  return (
    <>
      <PageBar title="User Data">
        {data && (
          <span className="t2 sm">
            <b className="num">{`${formatCount(data.totalCount)}${data.isCut ? '+' : ''}`}</b>{' '}
            {address.q ? 'found' : 'users'}
          </span>
        )}
      </PageBar>
      <SavedViews table="users" />
      <div className="bar2">
        <UsersSearch q={address.q} onSearch={(q) => goTo({ q, page: 1 }, true)} />
      </div>
      {error && data && (
        <Note kind="bad" title={`Error: ${messageOf(error)}`} role="alert">
          <span>These are the users as they were then. </span>
          <Button size="sm" onClick={() => refetch()}>
            Try again
          </Button>
        </Note>
      )}
      {data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'users-old' : undefined}>
          <Page data={data} {...{ address, goTo, onAct }} />
        </div>
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <WaitRows rows={10} height={44} />
      )}
      {open && (
        <Optional>
          {open.act === 'edit' ? (
            <EditDialog user={open.user} onClose={close} />
          ) : (
            <BalanceDialog user={open.user} limit={data?.secondAdminAbove} onClose={close} />
          )}
        </Optional>
      )}
    </>
  )
}

type PageProps = ReturnType<typeof useUsersAddress> & {
  data: ResultOf<typeof usersData>
  onAct: (act: UserAct, user: AdminUser) => void
}

function Page({ data, address, goTo, onAct }: PageProps) {
  const { users, totalPages, totalCount, isCut } = data
  const { page, size, q } = address
  if (users.length === 0) return <NoUsers {...{ page, q }} onAll={() => goTo({ q: '', page: 1 })} />
  return (
    <>
      <UsersTable users={users} onAct={onAct} />
      {isCut && (
        <p className="t2 sm lead">Only the first 500 are shown: another letter finds whom you look for.</p>
      )}
      <Pager
        onPrevious={page > 1 ? () => goTo({ page: page - 1 }) : undefined}
        onNext={page < totalPages ? () => goTo({ page: page + 1 }) : undefined}
        size={size}
        sizes={userPageSizes}
        onSize={(next) => goTo({ size: next, page: 1 })}
      >
        {rangeText({ page, size, rows: users.length, totalCount, isCut })}
      </Pager>
    </>
  )
}

function NoUsers({ page, q, onAll }: { page: number; q: string; onAll: () => void }) {
  const all = <Button onClick={onAll}>{q ? 'Show everyone' : 'First page'}</Button>
  if (q) {
    return (
      <Empty spot="nomatch" title={`Nobody found for “${q}”`} action={all}>
        What is searched for is how a name, an e-mail address, a mobile number or an id begins.
      </Empty>
    )
  }
  return page > 1 ? (
    <Empty spot="nomatch" title={`There is no page ${formatCount(page)}`} action={all} />
  ) : (
    <Empty spot="chai" title="No users yet.">
      Whoever signs up in the shop stands here.
    </Empty>
  )
}
