import './palette.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { searchAll } from '@jhatpat/shared/contracts/admin-lists.ts'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useBrowser } from '../../lib/browser.tsx'
import { useMe, usePermission } from '../../lib/me.ts'
import { messageOf } from '../../lib/message-of.ts'
import { matchIn, oddity, type PaletteEntry, paletteEntries, readPalette } from './palette-entries.ts'
import { storeRecent, useRecent } from './recent-entries.ts'
import type { MenuScreen } from './side-menu.tsx'

/** Shorter texts begin too much. */
const minLetters = 2

/** Finds records, screens and actions by what is typed or pasted. */
export default function PaletteDialog({
  screens,
  onClose,
}: {
  screens: readonly MenuScreen[]
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { entries, status, isCurrent } = usePalette(typed, screens)
  const list = useId()
  const open = useOpenEntry(onClose)
  const [isWaiting, setWaiting] = useState(false)
  const current = entries[Math.min(chosen, entries.length - 1)]
  useEffect(() => {
    if (!isWaiting || !isCurrent) return
    setWaiting(false)
    if (current) open(current, false)
  }, [isWaiting, isCurrent, current, open])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setChosen((Math.min(chosen, entries.length - 1) + step + entries.length) % entries.length)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    // A pasted id and Enter at once: the answer is still on its way.
    if (!isCurrent) setWaiting(true)
    else if (current) open(current, event.ctrlKey || event.metaKey)
  }
  return (
    <Dialog open onClose={onClose} title="Search" kind="picture">
      <div className="palette">
        <label className="palette-field">
          <Icon name="search" />
          <input
            role="combobox"
            aria-label="Search"
            aria-expanded="true"
            aria-controls={list}
            aria-activedescendant={current && `${list}-${current.key}`}
            autoComplete="off"
            spellCheck={false}
            placeholder="Order, name, mobile, product, screen or action"
            maxLength={100}
            value={typed}
            onKeyDown={onKeyDown}
            onChange={({ target }) => {
              setTyped(target.value)
              setChosen(0)
              setWaiting(false)
            }}
          />
        </label>
        <p className="t2 sm palette-status" role="status">
          {status}
        </p>
        <Options id={list} {...{ entries, current, typed }} onOpen={open} />
        <p className="palette-keys t2 xs" aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> move
          </span>
          <span>
            <kbd>↵</kbd> open
          </span>
          <span>
            <kbd>Ctrl ↵</kbd> new tab
          </span>
          <span>
            <kbd>Esc</kbd> close
          </span>
        </p>
      </div>
    </Dialog>
  )
}

function usePalette(typed: string, screens: readonly MenuScreen[]) {
  const { call } = useServices()
  const may = usePermission()
  const { text } = readPalette(typed)
  const isSearched = text.length >= minLetters
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['admin', 'find', text],
    queryFn: ({ signal }) => call(searchAll, { query: { q: text }, signal }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  })
  const found = isSearched && !isPlaceholderData ? (data?.results ?? []) : []
  const opened = useRecent()
  const entries = paletteEntries(typed, {
    screens,
    may,
    found: typed.trim() === '' ? opened.found : found,
    recent: opened.recent,
  })
  const isCurrent = !isSearched || (!isFetching && !isPlaceholderData)
  const status = () => {
    if (error && isSearched) return `Error: ${messageOf(error)}`
    if (!isCurrent) return 'Searching…'
    return entries.length === 0 ? `No results for “${typed.trim()}”. ${oddity(text)}` : ''
  }
  return { entries, isCurrent, status: status() }
}

/** Opens an entry here, or in a new tab. */
function useOpenEntry(onClose: () => void) {
  const navigate = useNavigate()
  const browser = useBrowser()
  const { _id: adminId } = useMe()
  return ({ href, isOutside, recent }: PaletteEntry, inNewTab: boolean) => {
    if (recent) storeRecent(adminId, recent)
    if (isOutside || inNewTab) browser.openTab().goTo(isOutside ? href : `/admin${href}`)
    onClose()
    if (!isOutside && !inNewTab) void navigate(href)
  }
}

type OptionsProps = {
  id: string
  entries: readonly PaletteEntry[]
  current: PaletteEntry | undefined
  typed: string
  onOpen: (entry: PaletteEntry, inNewTab: boolean) => void
}

function Options({ id, entries, current, typed, onOpen }: OptionsProps) {
  const groups = Object.entries(Object.groupBy(entries, ({ group }) => group))
  return (
    <div className="palette-list" id={id} role="listbox" aria-label="Results">
      {groups.map(([group, members = []]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
        <div key={group} role="group" aria-label={group}>
          <p className="palette-group" aria-hidden="true">
            {group}
          </p>
          {members.map((entry) => (
            <Option
              key={entry.key}
              id={`${id}-${entry.key}`}
              entry={entry}
              isCurrent={entry === current}
              typed={typed}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = Pick<OptionsProps, 'id' | 'typed' | 'onOpen'> & { entry: PaletteEntry; isCurrent: boolean }

function Option({ id, entry, isCurrent, typed, onOpen }: OptionProps) {
  const node = useRef<HTMLDivElement>(null)
  const [before, match, after] = matchIn(entry.title, readPalette(typed).text)
  useEffect(() => {
    if (isCurrent) node.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isCurrent])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points at the option
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field opens it
    <div
      ref={node}
      id={id}
      role="option"
      aria-selected={isCurrent}
      className="palette-option"
      onClick={(event) => onOpen(entry, event.ctrlKey || event.metaKey)}
    >
      <Icon name={entry.icon} />
      <span className="grow">
        <span className="b lines">
          {before}
          {match && <mark>{match}</mark>}
          {after}
        </span>
        {entry.detail && <span className="xs t2 lines">{entry.detail}</span>}
      </span>
      {entry.status ? (
        <StatusPill status={entry.status} ofOrder />
      ) : (
        entry.kind && <span className="xs t2">{entry.kind}</span>
      )}
    </div>
  )
}
