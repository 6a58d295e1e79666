import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { texts } from './texts.ts'

/** Before the order is known, in the boxes of the final page. */
export function Confirming({ problem }: { problem: string | undefined }) {
  return (
    <main className="shell narrow">
      <title>Your order · Jhatpat</title>
      <div className="og" aria-busy="true">
        <section className="slip main">
          <div className="oh">
            <div className="grow" aria-live="polite">
              <span className="st st-created">Looking</span>
              <h1 className="d1">{texts.confirming}</h1>
              <p className="t2">{texts.stay}</p>
              {problem && <p className="hint warn">{problem}: we go on trying. Your order is kept.</p>}
            </div>
          </div>
          <div className="torn" />
          <div>
            <Skeleton height={240} />
          </div>
          <div className="torn" />
          <div className="row wrap">
            <ButtonLink href="/home">Home</ButtonLink>
            <ButtonLink href="/dashboard">Dashboard</ButtonLink>
          </div>
        </section>
        <div className="stack stack-4 aside">
          <Skeleton height={300} radius="var(--radius-lg)" />
          <Skeleton height={240} radius="var(--radius-lg)" />
        </div>
      </div>
    </main>
  )
}
