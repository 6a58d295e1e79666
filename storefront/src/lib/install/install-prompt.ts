import type { Store } from '@jhatpat/shared/browser/session.ts'
import { atom } from 'jotai'

/** The install event of Chromium, which is in no standard. It can prompt once. */
export type InstallPrompt = Event & {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export const installPromptAtom = atom<InstallPrompt | 'installed' | null>(null)

declare global {
  interface Window {
    /**
     * The event that arrived before the app, stored by the script that starts it
     * (`scripts/building/defer-scripts.ts`).
     */
    earlyInstallPrompt?: InstallPrompt
  }
}

/** Suppresses the browser's own banner and keeps its event. It may arrive before any screen has rendered. */
export function keepInstallPrompt(store: Store): void {
  if (window.earlyInstallPrompt) store.set(installPromptAtom, window.earlyInstallPrompt)
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store.set(installPromptAtom, event as InstallPrompt)
  })
  addEventListener('appinstalled', () => store.set(installPromptAtom, 'installed'))
}
