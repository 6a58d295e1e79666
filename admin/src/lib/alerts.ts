import { atom } from 'jotai'

/** A preference stored in this browser. */
function storedSwitch(key: string, start: boolean) {
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
  const stored = localStorage.getItem(key)
  return stored === null ? start : stored === 'on'
}

/** The admin has turned on the chime for new orders. */
export const chimeWantedAtom = storedSwitch('jhatpat.board.chime', false)
/** A click since the page was loaded has allowed sound. */
export const soundAllowedAtom = atom(false)
/** The admin has turned on desktop notifications. */
export const desktopWantedAtom = storedSwitch('jhatpat.board.desktop', false)
/** The board's single keys are on. */
export const keysOnAtom = storedSwitch('jhatpat.board.keys', true)

export type ChimeState = 'off' | 'on' | 'muted'

/** `muted`: turned on, but the browser blocks sound until the next click. */
export const chimeStateAtom = atom<ChimeState>((get) => {
  if (!get(chimeWantedAtom)) return 'off'
  return get(soundAllowedAtom) ? 'on' : 'muted'
})
