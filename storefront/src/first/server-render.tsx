/**
 * Renders pages on the server as they are before their script runs: text and pictures in place, with the data
 * the server has. The browser renders the same over it as soon as it can. Built as one file for the api.
 */
import { ServicesProvider } from '@jhatpat/shared/browser/services.tsx'
import { sessionAtom } from '@jhatpat/shared/browser/session.ts'
import type { BrowserUser } from '@jhatpat/shared/contracts/accounts.ts'
import type { InitialData, RenderPage, ScriptsOf, Visitor } from '@jhatpat/shared/contracts/initial-data.ts'
import { type AnchorProps, Links } from '@jhatpat/shared/ui/links.tsx'
import { hindi, hindiClock } from '@jhatpat/shared/ui/texts/hindi/hindi.ts'
import { setLanguage } from '@jhatpat/shared/ui/texts/translate.ts'
import { QueryClient } from '@tanstack/react-query'
import { createStore } from 'jotai'
import { Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { ShopRoutes } from '../app/routes.tsx'
import { firstPageAt, firstPages } from '../app/screens.ts'
import { DelayStrip } from '../lib/delays/delay-slot.ts'
import { writeInitialData } from '../lib/known.ts'

await Promise.all([...firstPages.map(({ screen }) => screen.preload()), DelayStrip.preload()])

export const renderPage: RenderPage = (pathname, initialData, reader) => {
  const page = firstPageAt(pathname)
  if (!page || (page.needs && !initialData[page.needs]) || (page.forMembers && !reader.isMember))
    return undefined
  setLanguage(reader.language, reader.language === 'hi' ? { texts: hindi, clock: hindiClock } : undefined)
  return asStatic(
    renderToStaticMarkup(
      <ServicesProvider services={servicesFor(pathname, initialData, reader)}>
        <StaticRouter location={page.as ?? pathname}>
          <Links as={Anchor}>
            <Suspense>
              <ShopRoutes />
            </Suspense>
          </Links>
        </StaticRouter>
      </ServicesProvider>,
    ),
  )
}

export const scriptsOf: ScriptsOf = (pathname) => firstPageAt(pathname)?.scripts ?? []

/** No request is made, and no user is known: the browser has the session. */
function servicesFor(pathname: string, initialData: InitialData, { isMember }: Visitor) {
  const store = createStore()
  if (isMember)
    store.set(sessionAtom, { token: '-', user: unknownUser, expiryTime: Number.POSITIVE_INFINITY })
  const queries = new QueryClient()
  writeInitialData(queries, pathname, initialData)
  const never = () => new Promise<never>(() => undefined)
  const stop = () => () => undefined
  const realtime = {
    subscribeOrder: stop,
    subscribeTopUp: stop,
    subscribeBoard: stop,
    subscribePresence: stop,
    subscribeWallet: stop,
    subscribeCatalogue: stop,
    follow: stop,
    close: stop,
  }
  return { store, queries, realtime, call: never, callWithoutSignOut: never }
}

const unknownUser: BrowserUser = {
  _id: '',
  userid: '',
  name: '',
  email: '',
  mobilenumber: '',
  role: 'user',
  balance: 0,
  verified: 'true',
  isBlocked: 'false',
}

function Anchor({ children, ...rest }: AnchorProps) {
  return <a {...rest}>{children}</a>
}

/**
 * Links work already; controls that need the script are disabled. The style policy forbids style attributes.
 */
function asStatic(html: string): string {
  return html
    .replace(/<title>[^<]*<\/title>|<link rel="preload"[^>]*>/g, '')
    .replace(/ style="[^"]*"/g, '')
    .replace(/<(button|input|select|textarea)\b/g, '<$1 disabled=""')
}
