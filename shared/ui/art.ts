/** The kit's own drawings, served by the storefront under `/art` for both apps. */
export type Spot =
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

export function spotUrl(spot: Spot): string {
  return `/art/spot-${spot}.svg`
}

/** What stands in for a picture that does not load. */
export const fallbackPicture = '/art/gift-card.svg'
