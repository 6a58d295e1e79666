import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { Tabs } from '@jhatpat/shared/ui/tabs.tsx'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { BackLink } from '../../../lib/back-link.tsx'
import { PageBar } from '../../../lib/page-bar.tsx'
import { AccountPanel } from './account-panel.tsx'
import { BlockDialog } from './block-dialog.tsx'
import './customer.css'
import { QuerySection } from '../../../lib/query-section.tsx'
import { type CustomerAction, CustomerHead } from './customer-head.tsx'
import { CustomerTotals } from './customer-totals.tsx'
import { IdsTab } from './ids-tab.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { PointsTab } from './points-tab.tsx'
import { ResetDialog } from './reset-dialog.tsx'
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
  const [act, setAct] = useState<CustomerAction>()
  const navigate = useNavigate()
  const { user, orders } = data
  const id = user._id
  const close = () => setAct(undefined)
  return (
    <>
      <CustomerHead data={data} onAction={setAct} />
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
          <AccountPanel user={user} onAction={setAct} />
          <NotesPanel id={id} />
        </aside>
      </div>
      {act === 'block' && <BlockDialog user={user} onClose={close} />}
      {act === 'reset' && <ResetDialog user={user} onClose={close} />}
      <Optional>
        {act === 'edit' && <EditDialog user={user} onClose={close} />}
        {act === 'balance' && <BalanceDialog user={user} limit={data.approvalAbove} onClose={close} />}
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
export const customerTabs = [
  { id: 'orders', label: 'Orders' },
  { id: 'wallet', label: 'Wallet ledger' },
  { id: 'points', label: 'Points' },
  { id: 'ids', label: 'Ids used' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'tickets', label: 'Tickets' },
] as const

export type CustomerTab = (typeof customerTabs)[number]['id']

/** A missing or unknown tab means the orders. */
export const readTab = (param: string | undefined): CustomerTab =>
  customerTabs.find(({ id }) => id === param)?.id ?? 'orders'
