import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { lazyComponent } from '@jhatpat/shared/ui/lazy-component.tsx'
import { Optional } from '@jhatpat/shared/ui/optional.tsx'
import { useAtomValue } from 'jotai'
import { Fragment, Suspense, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { keysOnAtom } from '../../lib/alerts.ts'
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

/** The menu of all screens, and the links out of the admin app. */
export function SideMenu({ screens, onChoose }: { screens: readonly MenuScreen[]; onChoose?: () => void }) {
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
      <FindButton screens={screens} listens={!onChoose} />
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

const PaletteDialog = lazyComponent(() => import('./palette-dialog.tsx'))

/** Opens the search over everything; so do Ctrl K, and `/` on screens without a search of their own. */
function FindButton({ screens, listens }: { screens: readonly MenuScreen[]; listens: boolean }) {
  const [open, setOpen] = useState(false)
  const keysOn = useAtomValue(keysOnAtom)
  useEffect(() => {
    if (!listens) return
    const onKey = (event: KeyboardEvent) => {
      const hasSearch = document.querySelector('dialog[open], main input[type=search]')
      if (!isCtrlK(event) && (!keysOn || hasSearch || !isSlash(event))) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [listens, keysOn])
  return (
    <>
      <button type="button" className="find" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="search" />
        Search
        <span className="push" aria-hidden="true">
          <kbd>Ctrl K</kbd>
        </span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <PaletteDialog screens={screens} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const isCtrlK = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key === 'k' && (ctrlKey || metaKey)

/** Whether `/` is pressed to search: without a modifier, and not in a field. */
const isSlash = (event: KeyboardEvent): boolean =>
  event.key === '/' &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  // The document itself has no `closest`.
  !(event.target as Partial<Element>).closest?.('input,select,textarea,dialog')
