import { createContext, type ReactNode, use } from 'react'

/** Desktop notifications. */
type Desktop = {
  permission(): 'default' | 'granted' | 'denied' | 'unsupported'
  requestPermission(): Promise<'default' | 'granted' | 'denied' | 'unsupported'>
  /** `tag` replaces an earlier notification about the same subject. */
  show(note: { title: string; body: string; tag: string; onOpen: () => void }): void
}

const desktop: Desktop = {
  permission: () => ('Notification' in window ? Notification.permission : 'unsupported'),
  requestPermission: async () =>
    'Notification' in window ? Notification.requestPermission() : 'unsupported',
  show: ({ title, body, tag, onOpen }) => {
    const note = makeNotification(title, { body, tag })
    note?.addEventListener('click', () => {
      window.focus()
      note.close()
      onOpen()
    })
  },
}

/** Mobile browsers have the constructor, but it throws without a service worker. */
function makeNotification(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}

/** The chime. Browsers block sound until a click on the page. */
type Sound = {
  /** Call within a click. Resolves to whether sound is allowed now. */
  allow(): Promise<boolean>
  chime(): void
}

let context: AudioContext | undefined

const sound: Sound = {
  allow: async () => {
    try {
      context ??= new AudioContext()
      await context.resume()
      return context.state === 'running'
    } catch {
      return false
    }
  },
  chime: () => {
    if (context?.state !== 'running') return
    strike(context, 880, 0)
    strike(context, 1174.7, 0.16)
  },
}

/** Plays one bell-like tone; `after` is in seconds from now. */
function strike(audio: AudioContext, hertz: number, after: number): void {
  const start = audio.currentTime + after
  const tone = audio.createOscillator()
  const level = audio.createGain()
  tone.frequency.value = hertz
  level.gain.setValueAtTime(0.0001, start)
  level.gain.exponentialRampToValueAtTime(0.25, start + 0.02)
  level.gain.exponentialRampToValueAtTime(0.0001, start + 0.5)
  tone.connect(level).connect(audio.destination)
  tone.start(start)
  tone.stop(start + 0.55)
}

/** The browser functions that screens use; tests replace them. */
export type Browser = {
  /** Leaves the admin app for another page of the same origin. */
  leaveTo(address: string): void
  /**
   * Opens a tab at once, as browsers require within a click. Returns functions to navigate or close
   * it.
   */
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
