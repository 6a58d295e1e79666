import type { HomeGallery, ShownImage } from '@jhatpat/shared/contracts/gallery.ts'
import { Carousel } from '@jhatpat/shared/ui/carousel.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { t } from '@jhatpat/shared/ui/texts/say.ts'

/** How many slides the carousel has (specification §9). */
const slideCount = 3

type Slide = { wide: ShownImage; small: ShownImage }

/** The offers: each slide has a picture for phones and one for wider screens. Both lists are needed. */
export function Banners({ gallery, loading }: { gallery: HomeGallery | undefined; loading: boolean }) {
  if (loading) {
    return (
      <div className="car" aria-hidden="true">
        <div className="slide">
          <Skeleton className="banner-comes" />
        </div>
      </div>
    )
  }
  const slides = slidesOf(gallery)
  if (slides.length === 0) return null
  return (
    <Carousel
      label={t('Offers')}
      slides={slides.map((slide, place) => ({
        key: slide.wide.url,
        content: <Banner slide={slide} first={place === 0} />,
      }))}
    />
  )
}

function slidesOf(gallery: HomeGallery | undefined): Slide[] {
  if (!gallery || gallery.CarouselMb.length === 0) return []
  const small = gallery.CarouselMb
  return gallery.CarouselPc.slice(0, slideCount).map((wide, place) => ({
    wide,
    small: small.find(({ title }) => title === wide.title) ?? small[place % small.length] ?? wide,
  }))
}

function Banner({ slide: { wide, small }, first }: { slide: Slide; first: boolean }) {
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
        loading={first ? 'eager' : 'lazy'}
      />
    </picture>
  )
  const target = wide.redirectUrl || small.redirectUrl
  return target ? <AppLink href={target}>{picture}</AppLink> : picture
}
