import { Button } from '@jhatpat/shared/ui/button.tsx'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { chimeStateAtom, chimeWantedAtom, desktopWantedAtom, soundAllowedAtom } from '../../lib/alerts.ts'
import { useBrowser } from '../../lib/browser.tsx'
import { LiveMark } from '../../lib/live-mark.tsx'

/** Whether the board is live, and how it calls: chime, desktop, keys. */
export function BoardControls({ onHelp }: { onHelp: () => void }) {
  return (
    <>
      <LiveMark />
      <ChimeButton />
      <DesktopButton />
      <Button size="sm" variant="quiet" icon="keyboard" className="hide-t" onClick={onHelp}>
        Keys
      </Button>
    </>
  )
}

const chimeTexts = { on: 'Chime on', off: 'Chime off', muted: 'Chime muted' } as const

/** Sound needs one click of the admin; until then the button says that it is muted. */
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
      title={
        state === 'muted'
          ? 'The browser is silent until you press here'
          : 'A sound for each order that comes to need a person'
      }
      onClick={press}
    >
      {chimeTexts[state]}
    </Button>
  )
}

/** Offered where the browser has desktop notifications and has not been told no. */
function DesktopButton() {
  const { desktop } = useBrowser()
  const wanted = useAtomValue(desktopWantedAtom)
  const setWanted = useSetAtom(desktopWantedAtom)
  const [permission, setPermission] = useState(() => desktop.permission())
  if (permission === 'unsupported' || permission === 'denied') return null
  const on = wanted && permission === 'granted'
  const press = async () => {
    if (on) return setWanted(false)
    setPermission(await desktop.ask())
    setWanted(true)
  }
  return (
    <Button size="sm" variant="quiet" icon="bell" className="hide-t" aria-pressed={on} onClick={press}>
      {on ? 'Desktop alerts on' : 'Desktop alerts off'}
    </Button>
  )
}
