import { useAtom } from 'jotai'
import { installPromptAtom } from './install-prompt.ts'

/**
 * How the shop gets onto this device: `ask`: the browser asks its person. `manual`: they do it themselves, as on
 * iPhones. `installed`: since this page was opened. `none`: not at all, or it is there.
 */
export type InstallMethod = 'ask' | 'manual' | 'installed' | 'none'

export function useInstall() {
  const [prompt, setPrompt] = useAtom(installPromptAtom)
  /** @returns what they said; `unasked`: the browser could not ask */
  const ask = async (): Promise<'accepted' | 'dismissed' | 'unasked'> => {
    if (prompt === null || prompt === 'installed') return 'unasked'
    try {
      await prompt.prompt()
      return (await prompt.userChoice).outcome
    } catch {
      return 'unasked'
    } finally {
      // It answers once; a browser that would ask again hands over another.
      setPrompt((now) => (now === prompt ? null : now))
    }
  }
  return { way: wayOf(prompt), ask }
}

function wayOf(prompt: unknown): InstallMethod {
  if (prompt === 'installed') return 'installed'
  if (matchMedia('(display-mode: standalone)').matches) return 'none'
  if (prompt !== null) return 'ask'
  // Only Safari on iPhones and iPads has the word, and there `false` means: a page among others.
  return (navigator as { standalone?: boolean }).standalone === false ? 'manual' : 'none'
}
