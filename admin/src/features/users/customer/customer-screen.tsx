import './customer.css'
import { newKey } from '@jhatpat/shared/browser/new-key.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { sendPasswordReset } from '@jhatpat/shared/contracts/customers.ts'
import { type AdminUser, updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { Tabs } from '@jhatpat/shared/ui/tabs.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { BackLink } from '../../../lib/back-link.tsx'
import { FormDialog } from '../../../lib/form-dialog.tsx'
import { PageBar } from '../../../lib/page-bar.tsx'
import { QuerySection } from '../../../lib/query-section.tsx'
import { userBody } from '../../../lib/user-body.ts'
import { UserReasonDialog } from '../../../lib/user-reason-dialog.tsx'
import { changesBetween, fieldNames, valuesOf } from '../edit-form.ts'
import { usersKey } from '../users-key.ts'
import { AccountPanel, CustomerTotals } from './account-panel.tsx'
import { type CustomerAction, CustomerHead } from './customer-head.tsx'
import { IdsTab } from './ids-tab.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { PointsTab } from './points-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { TicketsTab } from './tickets-tab.tsx'
import { useCustomer } from './use-customer.ts'
import { WalletTab } from './wallet-tab.tsx'

const BalanceDialog = lazyComponent(() => import('../balance-dialog.tsx'))
const EditDialog = lazyComponent(() => import('../edit-dialog.tsx'))

/** Details of a customer, with the available actions. */
export default function CustomerScreen() {
  const { id = '', tab } = useParams()
  const query = useCustomer(id)
  return (
    <>
      <PageBar
        title={query.data?.user.name ?? 'Customer'}
        back={<BackLink href="/usersdata" to="User Data" />}
      />
      <QuerySection query={query}>
        {(data) => <Page key={id} data={data} selected={readTab(tab)} />}
      </QuerySection>
    </>
  )
}

type Data = NonNullable<ReturnType<typeof useCustomer>['data']>

function Page({ data, selected }: { data: Data; selected: CustomerTab }) {
  const [action, setAction] = useState<CustomerAction>()
  const navigate = useNavigate()
  const { user, orders } = data
  const id = user._id
  const close = () => setAction(undefined)
  return (
    <>
      <CustomerHead data={data} onAction={setAction} />
      <CustomerTotals data={data} />
      <div className="customer-parts">
        <div>
          <Tabs
            className="customer-tabs"
            label={`About ${user.name}`}
            panelId="customer-part"
            tabs={customerTabs.map((tab) =>
              tab.id === 'orders' && !orders.hasMore ? { ...tab, count: orders.count } : tab,
            )}
            selected={selected}
            onSelect={(tab) => navigate(`/usersdata/${id}/${tab}`)}
          />
          <div id="customer-part" role="tabpanel" aria-label={labelOf(selected)}>
            <Part user={user} selected={selected} />
          </div>
        </div>
        <aside className="stack stack-4">
          <AccountPanel user={user} onAction={setAction} />
          <NotesPanel id={id} />
        </aside>
      </div>
      {action === 'block' && <BlockDialog user={user} onClose={close} />}
      {action === 'reset' && <ResetDialog user={user} onClose={close} />}
      <Optional>
        {action === 'edit' && <EditDialog user={user} onClose={close} />}
        {action === 'balance' && <BalanceDialog user={user} limit={data.approvalAbove} onClose={close} />}
      </Optional>
    </>
  )
}

const labelOf = (selected: CustomerTab) => customerTabs.find(({ id }) => id === selected)?.label

function Part({ user, selected }: { user: Data['user']; selected: CustomerTab }) {
  const id = user._id
  switch (selected) {
    case 'orders':
      return <OrdersTab id={id} />
    case 'wallet':
      return <WalletTab id={id} />
    case 'points':
      return <PointsTab id={id} />
    case 'ids':
      return <IdsTab id={id} />
    case 'sessions':
      return <SessionsTab user={user} />
    case 'tickets':
      return <TicketsTab id={id} />
    default:
      return selected satisfies never
  }
}

/** The tabs of a customer in order; the key is in the address. */
const customerTabs = [
  { id: 'orders', label: 'Orders' },
  { id: 'wallet', label: 'Wallet transactions' },
  { id: 'points', label: 'Points' },
  { id: 'ids', label: 'Player IDs' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'tickets', label: 'Tickets' },
] as const

type CustomerTab = (typeof customerTabs)[number]['id']

/** A missing or unknown tab means the orders. */
const readTab = (param: string | undefined): CustomerTab =>
  customerTabs.find(({ id }) => id === param)?.id ?? 'orders'

/**
 * Blocks or unblocks a customer; refused if another admin has changed the account since it was
 * loaded.
 */
function BlockDialog({ user: now, onClose }: { user: AdminUser; onClose: () => void }) {
  // Fixed at opening: a concurrent change by another admin must not reverse the action.
  const [user] = useState(now)
  const { call } = useServices()
  const queries = useQueryClient()
  const blocks = user.isBlocked !== 'true'
  const saving = useMutation({
    mutationFn: (reason: string) =>
      call(updateUserData, { body: userBody(user, { isBlocked: blocks ? 'true' : 'false' }, reason) }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: usersKey }),
  })
  return (
    <UserReasonDialog
      title={`${blocks ? 'Block' : 'Unblock'} ${user.name}`}
      action={blocks ? 'Block' : 'Unblock'}
      needsReason
      error={saving.error}
      overtaken={overtakenText(user, now)}
      isBusy={saving.isPending}
      onDo={saving.mutate}
      onClose={onClose}
    >
      {blocks
        ? 'The customer is signed out and can’t sign in. Wallet and orders are unchanged.'
        : 'The customer can sign in again.'}
    </UserReasonDialog>
  )
}

function overtakenText(seen: AdminUser, now: AdminUser): string {
  const changes = changesBetween(valuesOf(seen), valuesOf(now))
  return changes.map(({ field, from, to }) => `${fieldNames[field]}: ${from} → ${to}.`).join(' ')
}

/** Mails a password reset link: at most one while the dialog is open. */
function ResetDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { call } = useServices()
  const [idempotencyKey] = useState(newKey)
  const { _id: id, email } = user
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(sendPasswordReset, { params: { id }, body: {}, idempotencyKey }),
  })
  return (
    <FormDialog
      title="Send reset link"
      error={error}
      advice="Sending again is safe; it’s the same link."
      cancel={data ? 'Close' : 'Cancel'}
      action={data ? undefined : 'Send link'}
      isBusy={isPending}
      busyText="Sending…"
      button={{ type: 'button', icon: 'send' }}
      onSubmit={mutate}
      onClose={onClose}
    >
      <p className="wrap-any">{`A password reset link is sent to ${email}.`}</p>
      {data && <InlineMessage kind="ok" title={data.message} role="status" />}
    </FormDialog>
  )
}
