import type { HomeProducts, Item, Product } from './catalogue.ts'
import type { Delay } from './delays.ts'
import type { HomeGallery } from './gallery.ts'
import type { ResultOf } from './route.ts'
import type { supportContact } from './support.ts'

/** Answers of public calls that the server writes into the page that would ask for them first. */
export type InitialData = {
  homeProducts?: HomeProducts
  homeGallery?: HomeGallery
  product?: Product
  items?: Item[]
  delays?: Delay[]
  support?: ResultOf<typeof supportContact>
}

/** The id of the element in which they stand, as JSON. */
export const initialDataId = 'known'

/** What a browser tells with its request for a page, so that the first picture of it is the right one. */
export type Visitor = {
  /** Somebody is signed in; who, the page does not tell. */
  isMember: boolean
  language: 'en' | 'hi'
}

/** The cookies that say so; they open nothing. */
export const visitorCookies = { member: 'member', language: 'language' } as const

/** Draws the app's page at a path as it stands before its script runs; undefined for one that it can't draw. */
export type RenderPage = (pathname: string, known: InitialData, reader: Visitor) => string | undefined

/** The sources, by their names in the build's manifest, that the page at a path draws itself from. */
export type ScriptsOf = (pathname: string) => string[]
