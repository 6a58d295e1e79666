import type { HomeProducts, Item, Product } from './catalogue.ts'
import type { Delay } from './delays.ts'
import type { HomeGallery } from './gallery.ts'
import type { ResultOf } from './route.ts'
import type { supportContact } from './support.ts'

/** Results of public calls that the server writes into a page, so that it need not make them. */
export type InitialData = {
  homeProducts?: HomeProducts
  homeGallery?: HomeGallery
  product?: Product
  items?: Item[]
  delays?: Delay[]
  support?: ResultOf<typeof supportContact>
}

/** The id of the element that contains them as JSON. */
export const initialDataId = 'known'

/** What a browser sends with a page request, so that the server render matches. */
export type Visitor = {
  /** A user is signed in; the page does not say which. */
  isMember: boolean
  language: 'en' | 'hi'
}

/** The cookies that carry this; they give no access. */
export const visitorCookies = { member: 'member', language: 'language' } as const

/** Renders the app's page at a path on the server; undefined for a path that cannot be rendered. */
export type RenderPage = (pathname: string, initialData: InitialData, visitor: Visitor) => string | undefined

/** The sources of the page at a path, by their names in the build's manifest. */
export type ScriptsOf = (pathname: string) => string[]
