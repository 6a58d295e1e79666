import type { HomeGallery, ShownImage } from '@jhatpat/shared/contracts/gallery.ts'
import { type Slide, slidesOf } from '@jhatpat/shared/contracts/home-slides.ts'
import { Carousel } from '@jhatpat/shared/ui/carousel.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useState } from 'react'
import { useIsRunning } from '../../lib/use-is-running.ts'

/** The offers: each slide has a picture for phones and one for wider screens. Both lists are needed. */
export function Banners({ gallery, loading }: { gallery: HomeGallery | undefined; loading: boolean }) {
  // The server renders only the first slide's picture: the others are hidden, and would delay the visible
  // content.
  const isRunning = useIsRunning()
  // A slide that is reached by key would be empty until its picture has loaded.
  const [isFocused, setFocused] = useState(false)
  if (loading) {
    return (
      <div className="car" aria-hidden="true">
        <div className="slide">
          <Skeleton className="banner-comes" />
        </div>
      </div>
    )
  }
  const slides = gallery ? slidesOf(gallery) : []
  if (slides.length === 0) return null
  return (
    <Carousel
      label={t('Offers')}
      onFocus={() => setFocused(true)}
      slides={slides.map((slide, index) => ({
        key: slide.wide.url,
        content: (index === 0 || isRunning) && (
          <Banner slide={slide} first={index === 0} eager={index === 0 || isFocused} />
        ),
      }))}
    />
  )
}

type BannerProps = { slide: Slide<ShownImage>; first: boolean; eager: boolean }

function Banner({ slide: { wide, small }, first, eager }: BannerProps) {
  const picture = (
    <picture>
      <source media="(max-width: 767px)" srcSet={small.url} />
      <img
        src={wide.url}
        alt={wide.title}
        lang="en"
        width={1600}
        height={560}
        fetchPriority={first ? 'high' : 'auto'}
        loading={eager ? 'eager' : 'lazy'}
        decoding={first ? 'sync' : 'async'}
      />
    </picture>
  )
  const target = wide.redirectUrl || small.redirectUrl
  return target ? <AppLink href={target}>{picture}</AppLink> : picture
}
