import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { NavLink } from 'react-router-dom'
import { usePendingRows } from '../../lib/pending-orders.ts'
import { useRequestCount } from '../../lib/requests.ts'
import { useTicketCounts } from '../../lib/ticket-counts.ts'
import { useLeaving } from '../../lib/use-leaving.ts'
import { FindButton } from './find-button.tsx'

export type MenuScreen = {
  path: string
  label: string
  icon: IconName
  counts?: 'orders' | 'requests' | 'tickets'
}

/** The menu of all screens, and the ways out of the back office. */
export function SideMenu({ screens, onChoose }: { screens: readonly MenuScreen[]; onChoose?: () => void }) {
  const waiting = {
    orders: usePendingRows().length,
    requests: useRequestCount(),
    tickets: useTicketCounts()?.open ?? 0,
  }
  const { signOut, openQueues, openReference } = useLeaving()
  return (
    <nav className="side" aria-label="Admin">
      <img className="logo" src="/art/logo.svg" alt="Jhatpat" width="121" height="28" />
      <h2>Welcome Admin</h2>
      <div>
        {screens.map(({ path, label, icon, counts }) => (
          <NavLink key={path} to={path} end={path === '/'} onClick={onChoose}>
            <Icon name={icon} />
            {label}
            {counts && waiting[counts] > 0 && (
              <span className="n">
                {waiting[counts]}
                <span className="sr"> waiting</span>
              </span>
            )}
          </NavLink>
        ))}
      </div>
      <hr />
      <FindButton listens={!onChoose} />
      <a href="/">
        <Icon name="house" />
        Storefront
      </a>
      <button type="button" onClick={openQueues}>
        <Icon name="list-checks" />
        Queues
        <Icon name="external-link" size="sm" className="push" />
      </button>
      <button type="button" onClick={openReference}>
        <Icon name="file-text" />
        API reference
        <Icon name="external-link" size="sm" className="push" />
      </button>
      <button type="button" onClick={signOut}>
        <Icon name="log-out" />
        Sign out
      </button>
    </nav>
  )
}
