import { type Store, userAtom } from '@jhatpat/shared/browser/session.ts'
import { visitorCookies } from '@jhatpat/shared/contracts/initial-data.ts'
import { language, onLanguage } from '@jhatpat/shared/ui/texts/translate.ts'

/**
 * Sends the server, with each page request, whether a user is signed in and their language: it renders the
 * first page accordingly.
 */
export function setVisitorCookies(store: Store): void {
  const update = () => {
    write(visitorCookies.member, store.get(userAtom) ? '1' : undefined)
    write(visitorCookies.language, language() === 'en' ? undefined : language())
  }
  update()
  store.sub(userAtom, update)
  onLanguage(update)
}

/** Half a year, in seconds: an outdated value is corrected by the page's script. */
const seconds = 15_552_000

function write(name: string, value: string | undefined): void {
  const isSecure = location.protocol === 'https:'
  const [prefix, secure] = isSecure ? ['__Host-', '; secure'] : ['', '']
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous API may not finish before the page is left
  document.cookie = `${prefix}${name}=${value ?? ''}; path=/; samesite=lax; max-age=${value ? seconds : 0}${secure}`
}
