import type { ImageType } from '@jhatpat/shared/contracts/gallery.ts'

/** `art` is a file in the folder of that name, without its extension. */
export type DemoImage = { art: string; type: ImageType; title: string; redirectUrl: string }

const slides = [
  {
    banner: 'diamonds',
    title: 'Diamonds, in a jiffy. Mobile Legends packs from ₹19',
    redirectUrl: '/product/mobile-legends-ph',
  },
  {
    banner: 'ott',
    title: 'Tonight’s show, sorted. OTT plans from ₹49, paid by UPI',
    redirectUrl: '/home?q=ott',
  },
  {
    banner: 'promise',
    title: 'Delivered or refunded. Track it live on your order page',
    redirectUrl: '/orders',
  },
]

/**
 * The images of the home page, and one spare banner. Tiles and item images join the gallery with the
 * catalogue.
 */
export const demoImages: readonly DemoImage[] = [
  ...slides.flatMap(({ banner, title, redirectUrl }): DemoImage[] => [
    { art: `banner-${banner}-mobile`, type: 'CarouselMb', title, redirectUrl },
    { art: `banner-${banner}-wide`, type: 'CarouselPc', title, redirectUrl },
  ]),
  {
    art: 'popup-weekly-pass',
    type: 'Popup',
    title: 'Get the Weekly Pass',
    redirectUrl: '/product/mobile-legends',
  },
  {
    art: 'banner-promise-wide',
    type: 'Banner',
    title: 'Delivered or refunded',
    redirectUrl: '/orders',
  },
]
