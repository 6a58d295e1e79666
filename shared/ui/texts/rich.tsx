import { Fragment, type ReactNode } from 'react'
import { type AnyText, type Places, plainText } from './translate.ts'

/** A text whose `{places}` are elements: `rich('The price is now {price}.', { price: <Money … /> })`. */
export function rich<T extends AnyText>(text: T, ...[values]: Places<T, ReactNode>): ReactNode {
  return plainText(text)
    .split(/\{(\w+)\}/)
    .map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order
      <Fragment key={index}>{index % 2 ? (values as Record<string, ReactNode>)[piece] : piece}</Fragment>
    ))
}
