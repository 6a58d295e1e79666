import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import type { ReactNode } from 'react'
import { brand } from '../brand.ts'
import { PosterBackground } from './poster-wall.tsx'

/** The frame of the pages before one is signed in: the logo, what is asked for, and the shop's posters beside it. */
export function SignInPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="lg">
      <title>{`${title} · ${brand.name}`}</title>
      <main className="form">
        <AppLink className="home" href="/home" aria-label={`${brand.name}, home`}>
          <img src="/art/logo.svg" alt={brand.name} width={155} height={36} />
        </AppLink>
        {children}
        <p className="xs t3 small-print">18 or older, or with a guardian’s consent.</p>
      </main>
      <PosterBackground />
    </div>
  )
}
