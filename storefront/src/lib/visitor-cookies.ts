import { type Store, userAtom } from '@jhatpat/shared/browser/session.ts'
import { visitorCookies } from '@jhatpat/shared/contracts/initial-data.ts'
import { language, onLanguage } from '@jhatpat/shared/ui/texts/translate.ts'

/** Tells the server with each page whether somebody is signed in and what they read: it draws the page's first picture. */
export function setVisitorCookies(store: Store): void {
  const tell = () => {
    write(visitorCookies.member, store.get(userAtom) ? '1' : undefined)
    write(visitorCookies.language, language() === 'en' ? undefined : language())
  }
  tell()
  store.sub(userAtom, tell)
  onLanguage(tell)
}

/** Half a year: what is wrong by then is put right by the page's script. */
const seconds = 15_552_000

function write(name: string, value: string | undefined): void {
  const isSecure = location.protocol === 'https:'
  const [prefix, secure] = isSecure ? ['__Host-', '; secure'] : ['', '']
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way can't be waited for on the way out of a page
  document.cookie = `${prefix}${name}=${value ?? ''}; path=/; samesite=lax; max-age=${value ? seconds : 0}${secure}`
}
