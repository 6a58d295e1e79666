import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { language } from '@jhatpat/shared/ui/texts/translate.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { chooseLanguage } from '../../lib/language.ts'

// Each language is named in its own script, so that its readers recognise it.
const otherLanguages = {
  en: { name: 'English', short: 'EN', before: 'View in ', after: '' },
  hi: { name: 'हिन्दी', short: 'हिं', before: '', after: ' में देखें' },
} as const

/** Changes to the other language. In the top bar a phone has its short name, in a menu its long one. */
export function LanguageButton({ inMenu = false }: { inMenu?: boolean }) {
  const { store } = useServices()
  const other = language() === 'hi' ? 'en' : 'hi'
  const { name, short, before, after } = otherLanguages[other]
  const change = async () => {
    const isDone = await chooseLanguage(other)
    if (!isDone) pushToast(store, { kind: 'bad', text: 'Couldn’t switch to Hindi. Try again.' })
  }
  return (
    <button type="button" className={inMenu ? 'lang' : 'btn btn-quiet lang'} lang={other} onClick={change}>
      <span className="visually-hidden">{before}</span>
      <span className={inMenu ? 'short' : 'menu-s'} aria-hidden={inMenu}>
        {short}
      </span>
      <span className={inMenu ? '' : 'hide-s'}>{name}</span>
      <span className="visually-hidden">{after}</span>
    </button>
  )
}
