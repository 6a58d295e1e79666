import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { useAtomValue } from 'jotai'
import { Fragment, Suspense, useEffect, useState } from 'react'
import { NavLink } from 'react-router-dom'
import { keysOnAtom } from '../../lib/alerts.ts'
import { usePendingRows } from '../../lib/pending-orders.ts'
import { useRequestCount } from '../../lib/requests.ts'
import { useTicketCounts } from '../../lib/ticket-counts.ts'
import { useMenuExit } from '../../lib/use-menu-exit.ts'

export type MenuScreen = {
  path: string
  label: string
  icon: IconName
  counts?: 'orders' | 'requests' | 'tickets'
  group?: string
  adds?: true
}

/** The menu of all screens, and the links out of the admin app. */
export function SideMenu({ screens, onChoose }: { screens: readonly MenuScreen[]; onChoose?: () => void }) {
  const waiting = {
    orders: usePendingRows().length,
    requests: useRequestCount(),
    tickets: useTicketCounts()?.open ?? 0,
  }
  const { signOut, openQueues, openReference } = useMenuExit()
  return (
    <nav className="side" aria-label="Admin">
      <img className="logo" src="/art/logo.svg" alt="Jhatpat" />
      <h2>Welcome Admin</h2>
      <div className="side-list">
        {linesOf(screens).map(({ screen, beside, heading }) => (
          <Fragment key={screen.path}>
            {heading && <h3>{heading}</h3>}
            <div className="side-line">
              <Line {...screen} onChoose={onChoose} waiting={waiting} />
              {beside && (
                <NavLink to={beside.path} className="add" title={beside.label} onClick={onChoose}>
                  <Icon name="plus" size="sm" />
                  <span className="visually-hidden">{beside.label}</span>
                </NavLink>
              )}
            </div>
          </Fragment>
        ))}
      </div>
      <hr />
      <div className="side-ways">
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
        {/* The api writes it into the page. */}
        <p>{document.body.dataset.version}</p>
      </div>
    </nav>
  )
}

type LineProps = MenuScreen & {
  waiting: Record<NonNullable<MenuScreen['counts']>, number>
  onChoose: (() => void) | undefined
}

function Line({ path, label, icon, counts, waiting, onChoose }: LineProps) {
  return (
    <NavLink to={path} end={path === '/'} onClick={onChoose}>
      <Icon name={icon} />
      {label}
      {counts && waiting[counts] > 0 && (
        <span className="n">
          {waiting[counts]}
          <span className="visually-hidden"> waiting</span>
        </span>
      )}
    </NavLink>
  )
}

type MenuLine = { screen: MenuScreen; beside?: MenuScreen; heading: string | false | undefined }

/** One line for each list, with its create link beside it, and a heading at the start of each group. */
function linesOf(screens: readonly MenuScreen[]): MenuLine[] {
  const lines: MenuLine[] = []
  for (const screen of screens) {
    const last = lines.at(-1)
    if (screen.adds && last && !last.beside && last.screen.group === screen.group) last.beside = screen
    else lines.push({ screen, heading: screen.group !== last?.screen.group && screen.group })
  }
  return lines
}

const FindDialog = lazyComponent(() => import('./find-dialog.tsx'))

/** Opens the global search; so does `/` on screens without a search of their own. */
function FindButton({ listens }: { listens: boolean }) {
  const [open, setOpen] = useState(false)
  const keysOn = useAtomValue(keysOnAtom)
  useEffect(() => {
    if (!listens || !keysOn) return
    const onKey = (event: KeyboardEvent) => {
      if (!isSlash(event) || document.querySelector('dialog[open], main input[type=search]')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [listens, keysOn])
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="search" />
        Find anything
        <span className="push" aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <FindDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Whether `/` is pressed to search: without a modifier, and not in a field. */
const isSlash = (event: KeyboardEvent): boolean =>
  event.key === '/' &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  // The document itself has no `closest`.
  !(event.target as Partial<Element>).closest?.('input,select,textarea,dialog')
