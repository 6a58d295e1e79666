import { atom } from 'jotai'

/** A choice of this browser, kept over reloads. */
function keptSwitch(key: string, start: boolean) {
  const now = atom(readSwitch(key, start))
  return atom(
    (get) => get(now),
    (_get, set, on: boolean) => {
      localStorage.setItem(key, on ? 'on' : 'off')
      set(now, on)
    },
  )
}

function readSwitch(key: string, start: boolean): boolean {
  const kept = localStorage.getItem(key)
  return kept === null ? start : kept === 'on'
}

/** The admin asked for a chime when an order comes in. */
export const chimeWantedAtom = keptSwitch('jhatpat.board.chime', false)
/** Sound has been allowed by a click since the page was loaded. */
export const soundAllowedAtom = atom(false)
/** The admin asked for desktop notifications. */
export const desktopWantedAtom = keptSwitch('jhatpat.board.desktop', false)
/** The board's single keys are on. */
export const keysOnAtom = keptSwitch('jhatpat.board.keys', true)

export type ChimeState = 'off' | 'on' | 'muted'

/** `muted`: wanted, but the browser stays silent until the next click. */
export const chimeStateAtom = atom<ChimeState>((get) => {
  if (!get(chimeWantedAtom)) return 'off'
  return get(soundAllowedAtom) ? 'on' : 'muted'
})
