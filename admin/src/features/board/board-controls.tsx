import { Button } from '@jhatpat/shared/ui/button.tsx'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import {
  chimeStateAtom,
  chimeWantedAtom,
  desktopWantedAtom,
  keysOnAtom,
  soundAllowedAtom,
} from '../../lib/alerts.ts'
import { useBrowser } from '../../lib/browser.tsx'
import { LiveMark } from '../../lib/live-mark.tsx'
import { boardKeys } from './board-keys.ts'
import { nameOf } from './board-texts.ts'
import type { StableRow } from './stable-rows.ts'

/** Connection state of the board, and its chime, desktop notifications and keys. */
export function BoardControls({ onHelp }: { onHelp: () => void }) {
  return (
    <>
      <LiveMark />
      <ChimeButton />
      <DesktopButton />
      <Button size="sm" variant="quiet" icon="keyboard" className="hide-t" onClick={onHelp}>
        Shortcuts
      </Button>
    </>
  )
}

const chimeTexts = { on: 'Sound on', off: 'Sound off', muted: 'Sound blocked' } as const

/** Browsers play sound only after a click; until then the button shows that the chime is muted. */
function ChimeButton() {
  const { sound } = useBrowser()
  const state = useAtomValue(chimeStateAtom)
  const setWanted = useSetAtom(chimeWantedAtom)
  const setAllowed = useSetAtom(soundAllowedAtom)
  const press = async () => {
    if (state === 'on') return setWanted(false)
    const allowed = await sound.allow()
    setAllowed(allowed)
    setWanted(true)
    if (allowed) sound.chime()
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={state === 'on' ? 'volume-2' : 'volume-x'}
      aria-pressed={state === 'on'}
      title={state === 'muted' ? 'Click once to allow sound' : 'Sound for each order that needs action'}
      onClick={press}
    >
      {chimeTexts[state]}
    </Button>
  )
}

/** Shown where the browser supports desktop notifications and they have not been denied. */
function DesktopButton() {
  const { desktop } = useBrowser()
  const wanted = useAtomValue(desktopWantedAtom)
  const setWanted = useSetAtom(desktopWantedAtom)
  const [permission, setPermission] = useState(() => desktop.permission())
  if (permission === 'unsupported' || permission === 'denied') return null
  const on = wanted && permission === 'granted'
  const press = async () => {
    if (on) return setWanted(false)
    setPermission(await desktop.requestPermission())
    setWanted(true)
  }
  return (
    <Button size="sm" variant="quiet" icon="bell" className="hide-t" aria-pressed={on} onClick={press}>
      {on ? 'Desktop alerts on' : 'Desktop alerts off'}
    </Button>
  )
}

/** Left out of a narrow bar; the keys dialog lists them. */
const secondaryKeys = new Set(['resend', 'undo', 'select', 'show new'])

function keysOnText(row: StableRow | undefined, selected: number) {
  if (selected > 0) return <b className="t1">{selected} selected</b>
  if (row?.left) return 'No longer pending'
  return row ? <b className="t1 cut">{nameOf(row.order)}</b> : 'No order selected'
}

/**
 * The order that keys act on, and the keys, at the bottom edge; hidden on small screens.
 * @param row the one with the focus
 * @param selected how many orders are selected: keys then act on these
 */
export function KeysBar({ row, selected }: { row: StableRow | undefined; selected: number }) {
  const on = useAtomValue(keysOnAtom)
  if (!on) return null
  const groups = Map.groupBy(
    boardKeys.filter(({ action }) => action !== 'close'),
    ({ short }) => short,
  )
  return (
    <div className="keys xs t2" aria-hidden="true">
      <span className="keys-on">{keysOnText(row, selected)}</span>
      {[...groups].map(([short, entries]) => (
        <span key={short} className={secondaryKeys.has(short) ? 'rare' : undefined}>
          {entries.map(({ keys }) => (
            <kbd key={keys[0]}>{keys[0]}</kbd>
          ))}
          {short}
        </span>
      ))}
    </div>
  )
}
