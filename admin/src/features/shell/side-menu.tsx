import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { Fragment, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { usePendingRows } from '../../lib/pending-orders.ts'
import { useRequestCount } from '../../lib/requests.ts'
import { useTicketCounts } from '../../lib/ticket-counts.ts'

export type MenuScreen = {
  path: string
  label: string
  icon: IconName
  counts?: 'orders' | 'requests' | 'tickets'
  group?: string
  adds?: true
}

type SideMenuProps = {
  screens: readonly MenuScreen[]
  onSearch: () => void
  /** In a drawer: a screen was chosen. */
  onChoose?: () => void
}

/** The menu of all screens, and the links out of the admin app. */
export function SideMenu({ screens, onSearch, onChoose }: SideMenuProps) {
  const waiting = {
    orders: usePendingRows().length,
    requests: useRequestCount(),
    tickets: useTicketCounts()?.open ?? 0,
  }
  const list = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current line follows the address
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [pathname])
  return (
    <nav className="side" aria-label="Admin">
      <img className="logo" src="/art/logo.svg" alt="Jhatpat" />
      <h2>Welcome Admin</h2>
      <button type="button" className="find" aria-haspopup="dialog" onClick={onSearch}>
        <Icon name="search" />
        Search
        <span className="push" aria-hidden="true">
          <kbd>Ctrl K</kbd>
        </span>
      </button>
      <div className="side-list" ref={list}>
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
      <div className="side-person">
        <Optional>
          <Person />
        </Optional>
      </div>
    </nav>
  )
}

/** Loaded after the screen. */
const Person = lazyComponent(() => import('./person.tsx'))

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
