import { type Language, language, setLanguage } from '@jhatpat/shared/ui/texts/translate.ts'

const keptKey = 'language'
let wanted: Language = 'en'

/**
 * Applies the language that was chosen here before, and follows the choice of other tabs.
 * @returns a promise that the initial render awaits, so that no other language shows first; undefined if
 * nothing has to load
 */
export function startLanguage(): Promise<unknown> | undefined {
  addEventListener('storage', ({ key }) => {
    if (key === keptKey || key === null) void change(storedLanguage())
  })
  return storedLanguage() === 'en' ? undefined : change('hi')
}

/** Changes the language, and stores it. @returns false if its texts failed to load: then nothing changes */
export async function chooseLanguage(next: Language): Promise<boolean> {
  if (!(await change(next))) return false
  localStorage.setItem(keptKey, next)
  return true
}

async function change(next: Language): Promise<boolean> {
  wanted = next
  try {
    const dictionary = next === 'hi' ? await loadHindi() : undefined
    // Another language was chosen meanwhile.
    if (wanted !== next) return true
    if (language() !== next) setLanguage(next, dictionary)
    document.documentElement.lang = `${next}-IN`
    return true
  } catch (error) {
    console.error('The texts of another language could not be fetched.', error)
    return false
  }
}

async function loadHindi() {
  const { hindi, hindiClock } = await import('@jhatpat/shared/ui/texts/hindi/hindi.ts')
  return { texts: hindi, clock: hindiClock }
}

const storedLanguage = (): Language => (localStorage.getItem(keptKey) === 'hi' ? 'hi' : 'en')
