import { atom } from 'jotai'

/** A preference stored in this browser. */
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

/** The admin has turned on the chime for new orders. */
export const chimeWantedAtom = keptSwitch('jhatpat.board.chime', false)
/** A click since the page was loaded has allowed sound. */
export const soundAllowedAtom = atom(false)
/** The admin has turned on desktop notifications. */
export const desktopWantedAtom = keptSwitch('jhatpat.board.desktop', false)
/** The board's single keys are on. */
export const keysOnAtom = keptSwitch('jhatpat.board.keys', true)

export type ChimeState = 'off' | 'on' | 'muted'

/** `muted`: turned on, but the browser blocks sound until the next click. */
export const chimeStateAtom = atom<ChimeState>((get) => {
  if (!get(chimeWantedAtom)) return 'off'
  return get(soundAllowedAtom) ? 'on' : 'muted'
})
