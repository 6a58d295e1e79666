import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { usePageLanguage } from '@jhatpat/shared/ui/texts/page-language.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { brand } from '../brand.ts'
import { keys } from '../known.ts'
import { useCall } from '../use-call.ts'

/** The frame of the pages before the login: the logo, the form, and the shop's posters next to it. */
export function SignInPage({ title, children }: { title: string; children: ReactNode }) {
  const speak = usePageLanguage()
  return (
    <div className="lg">
      <title>{speak(() => t('{page} · Jhatpat', { page: title }))}</title>
      <main className="form">
        <AppLink className="home" href="/home" aria-label={speak(() => t('Jhatpat, home'))}>
          <img src="/art/logo.svg" alt={brand.name} width={155} height={36} />
        </AppLink>
        {children}
        <p className="xs t3 small-print">{speak(() => t('For ages 18+, or with a guardian’s consent.'))}</p>
      </main>
      <PosterBackground />
    </div>
  )
}

const tiles = 16

/** The shop's posters, tilted, next to the form on wide screens. */
function PosterBackground() {
  const call = useCall()
  const isWide = globalThis.matchMedia?.('(min-width: 900px)').matches ?? false
  const { data } = useQuery({
    queryKey: keys.homeProducts,
    queryFn: ({ signal }) => call('homeProducts', { signal }),
    enabled: isWide,
  })
  const pictures = [
    ...new Set(
      Object.values(data ?? {})
        .flat()
        .map(({ imgpath }) => imgpath),
    ),
  ]
  const wall = Array.from({ length: pictures.length > 0 ? tiles : 0 }, (_, index) => ({
    index,
    src: pictures[index % pictures.length] ?? '',
  }))
  return (
    <div className="posters" aria-hidden="true">
      <div>
        {wall.map(({ index, src }) => (
          <img key={index} src={src} alt="" width={640} height={800} decoding="async" />
        ))}
      </div>
    </div>
  )
}
