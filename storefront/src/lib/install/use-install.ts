import { useAtom } from 'jotai'
import { installPromptAtom } from './install-prompt.ts'

/**
 * How the shop can be installed on this device: `ask`: the browser prompts. `manual`: by hand, as on iPhones.
 * `installed`: since this page was opened. `none`: not possible, or installed before.
 */
export type InstallMethod = 'ask' | 'manual' | 'installed' | 'none'

export function useInstall() {
  const [prompt, setPrompt] = useAtom(installPromptAtom)
  /** @returns the person's answer; `unasked`: the browser could not prompt */
  const promptInstall = async (): Promise<'accepted' | 'dismissed' | 'unasked'> => {
    if (prompt === null || prompt === 'installed') return 'unasked'
    try {
      await prompt.prompt()
      return (await prompt.userChoice).outcome
    } catch {
      return 'unasked'
    } finally {
      // The event works once; a browser that would prompt again sends another.
      setPrompt((now) => (now === prompt ? null : now))
    }
  }
  return { method: installMethodOf(prompt), promptInstall }
}

function installMethodOf(prompt: unknown): InstallMethod {
  if (prompt === 'installed') return 'installed'
  if (matchMedia('(display-mode: standalone)').matches) return 'none'
  if (prompt !== null) return 'ask'
  // Only Safari on iPhones and iPads has this property; `false` means that the page runs in the browser.
  return (navigator as { standalone?: boolean }).standalone === false ? 'manual' : 'none'
}
