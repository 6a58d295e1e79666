/** Illustrations of the UI kit, served by the storefront under `/art` for both apps. */
export type Illustration =
  | 'bell'
  | 'empty'
  | 'nomatch'
  | 'chai'
  | 'wallet'
  | 'offline'
  | 'sorry'
  | 'mail'
  | 'link'
  | 'lost'
  | 'shield'

export function illustrationUrl(spot: Illustration): string {
  return `/art/spot-${spot}.svg`
}

/** Replaces a picture that fails to load. */
export const fallbackPicture = '/art/gift-card.svg'
