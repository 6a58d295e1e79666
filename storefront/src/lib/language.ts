import { type Language, language, setLanguage } from '@jhatpat/shared/ui/texts/translate.ts'

const keptKey = 'language'
let wanted: Language = 'en'

/**
 * Takes up the language that was chosen here before, and follows the choice of other tabs.
 * @returns what the first drawing waits for, so that no other language shows before; undefined where nothing is to come
 */
export function startLanguage(): Promise<unknown> | undefined {
  addEventListener('storage', ({ key }) => {
    if (key === keptKey || key === null) void change(kept())
  })
  return kept() === 'en' ? undefined : change('hi')
}

/** Changes the language, and keeps it. Answers false where its texts can't be fetched: then all stays as it is. */
export async function chooseLanguage(next: Language): Promise<boolean> {
  if (!(await change(next))) return false
  localStorage.setItem(keptKey, next)
  return true
}

async function change(next: Language): Promise<boolean> {
  wanted = next
  try {
    const dictionary = next === 'hi' ? await loadHindi() : undefined
    // Meanwhile another was chosen.
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

const kept = (): Language => (localStorage.getItem(keptKey) === 'hi' ? 'hi' : 'en')
