import { Fragment, type ReactNode } from 'react'
import { type AnyText, type Places, told } from './say.ts'

/** A text whose `{places}` are elements: `rich('The price is now {price}.', { price: <Money … /> })`. */
export function rich<T extends AnyText>(text: T, ...[values]: Places<T, ReactNode>): ReactNode {
  return told(text)
    .split(/\{(\w+)\}/)
    .map((piece, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places
      <Fragment key={place}>{place % 2 ? (values as Record<string, ReactNode>)[piece] : piece}</Fragment>
    ))
}
