import { type ImgHTMLAttributes, useState } from 'react'
import { fallbackPicture } from './art.ts'

export type PictureProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt' | 'onError'> & {
  /** Empty without a picture: the fallback is shown. */
  src: string
  /** Empty if the name is next to it. */
  alt?: string | undefined
  width: number
  height: number
  /** Loads at once, not only near the viewport. */
  eager?: boolean | undefined
  fallback?: string | undefined
  /** The page's main picture, loaded before all others. */
  first?: boolean | undefined
}

/** A picture that becomes the fallback if it fails to load. Crop with CSS; its centre is at 40 % height. */
export function Picture(props: PictureProps) {
  const { src, alt = '', eager = false, first = false, fallback = fallbackPicture, ...rest } = props
  const [broken, setBroken] = useState<string>()
  const isBroken = src === '' || broken === src
  return (
    <img
      {...rest}
      src={isBroken ? fallback : src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      // When the browser renders over the server's output, the picture must not disappear in between.
      decoding={first ? 'sync' : 'async'}
      fetchPriority={first ? 'high' : 'auto'}
      data-broken={isBroken || undefined}
      onError={() => setBroken(src)}
    />
  )
}
