/** The kit's own drawings, served by the storefront under `/art` for both apps. */
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

/** What stands in for a picture that does not load. */
export const fallbackPicture = '/art/gift-card.svg'
