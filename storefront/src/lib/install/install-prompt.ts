import type { Store } from '@jhatpat/shared/browser/session.ts'
import { atom } from 'jotai'

/** What a browser that can install the shop hands over (no standard has it, Chromium does). Good for one question. */
export type InstallPrompt = Event & {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export const installPromptAtom = atom<InstallPrompt | 'installed' | null>(null)

declare global {
  interface Window {
    /** Came before the app did, and was kept by the file that starts it (`scripts/building/defer-scripts.ts`). */
    earlyInstallPrompt?: InstallPrompt
  }
}

/** Keeps the browser's own banner away, and what it would have asked with. It may come before any screen has. */
export function keepInstallPrompt(store: Store): void {
  if (window.earlyInstallPrompt) store.set(installPromptAtom, window.earlyInstallPrompt)
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store.set(installPromptAtom, event as InstallPrompt)
  })
  addEventListener('appinstalled', () => store.set(installPromptAtom, 'installed'))
}
