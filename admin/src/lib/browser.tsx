import { createContext, type ReactNode, use } from 'react'
import { type Desktop, desktop } from './desktop.ts'
import { type Sound, sound } from './sound.ts'

/** What the screens do to the browser itself; tests put their own in its place. */
export type Browser = {
  /** Leaves the admin app for another page of the same origin. */
  leaveTo(address: string): void
  /** Opens a tab at once, inside the click, and answers how to lead it on or close it. */
  openTab(): { goTo(address: string): void; close(): void }
  sound: Sound
  desktop: Desktop
}

export const realBrowser: Browser = {
  leaveTo: (address) => location.assign(address),
  openTab: () => {
    const tab = window.open('about:blank', '_blank')
    return {
      goTo: (address) => (tab ? tab.location.assign(address) : location.assign(address)),
      close: () => tab?.close(),
    }
  },
  sound,
  desktop,
}

const BrowserContext = createContext<Browser>(realBrowser)

export function BrowserProvider({ browser, children }: { browser: Browser; children: ReactNode }) {
  return <BrowserContext value={browser}>{children}</BrowserContext>
}

export function useBrowser(): Browser {
  return use(BrowserContext)
}
