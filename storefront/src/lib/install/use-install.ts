import { useAtom } from 'jotai'
import { installPromptAtom } from './install-prompt.ts'

/**
 * How the shop gets onto this device: `ask`: the browser asks its person. `by_hand`: they do it themselves, as on
 * iPhones. `installed`: since this page was opened. `none`: not at all, or it is there.
 */
export type InstallWay = 'ask' | 'by_hand' | 'installed' | 'none'

export function useInstall() {
  const [prompt, setPrompt] = useAtom(installPromptAtom)
  /** @returns whether they said yes */
  const ask = async (): Promise<boolean> => {
    if (prompt === null || prompt === 'installed') return false
    try {
      await prompt.prompt()
      return (await prompt.userChoice).outcome === 'accepted'
    } catch {
      return false
    } finally {
      // It answers once; a browser that would ask again hands over another.
      setPrompt((now) => (now === prompt ? null : now))
    }
  }
  return { way: wayOf(prompt), ask }
}

function wayOf(prompt: unknown): InstallWay {
  if (prompt === 'installed') return 'installed'
  if (matchMedia('(display-mode: standalone)').matches) return 'none'
  if (prompt !== null) return 'ask'
  // Only Safari on iPhones and iPads has the word, and there `false` means: a page among others.
  return (navigator as { standalone?: boolean }).standalone === false ? 'by_hand' : 'none'
}
