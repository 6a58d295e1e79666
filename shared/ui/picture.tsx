import { type ImgHTMLAttributes, useState } from 'react'
import { fallbackPicture } from './art.ts'

export type PictureProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt' | 'onError'> & {
  /** Empty where there is none: the fallback stands there. */
  src: string
  /** Empty where a name stands beside it. */
  alt?: string | undefined
  width: number
  height: number
  /** Load at once, not when it comes near. */
  eager?: boolean | undefined
  fallback?: string | undefined
  /** What the page is about, before all other pictures. */
  first?: boolean | undefined
}

/** A picture that becomes the fallback when it does not load. Crop with CSS; its centre is at 40 % height. */
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
      // Drawn again where the server had drawn it, it must not be away in between.
      decoding={first ? 'sync' : 'async'}
      fetchPriority={first ? 'high' : 'auto'}
      data-broken={isBroken || undefined}
      onError={() => setBroken(src)}
    />
  )
}
