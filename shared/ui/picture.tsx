import { type ImgHTMLAttributes, useState } from 'react'
import { fallbackPicture } from './art.ts'

export type PictureProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt' | 'onError'> & {
  src: string
  /** Empty where a name stands beside it. */
  alt?: string | undefined
  width: number
  height: number
  /** Load at once, not when it comes near. */
  eager?: boolean | undefined
  fallback?: string | undefined
}

/** A picture that becomes the fallback when it does not load. Crop with CSS; its centre is at 40 % height. */
export function Picture({ src, alt = '', eager = false, fallback = fallbackPicture, ...rest }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  const isBroken = broken === src
  return (
    <img
      {...rest}
      src={isBroken ? fallback : src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      data-broken={isBroken || undefined}
      onError={() => setBroken(src)}
    />
  )
}
