import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { toSentence } from '../../lib/to-sentence.ts'
import { texts } from './texts.ts'

/** The page before the order has loaded, with the boxes of the final page. */
export function Confirming({ problem }: { problem: string | undefined }) {
  return (
    <main className="shell narrow">
      <title>{t('Your order · Jhatpat')}</title>
      <div className="order-grid" aria-busy="true">
        <section className="receipt-card main">
          <div className="order-head">
            <div className="grow" aria-live="polite">
              <span className="st st-created">{t('Loading…')}</span>
              <h1 className="d1">{t(texts.confirming)}</h1>
              <p className="t2">{t(texts.stay)}</p>
              {problem && (
                <p className="hint warn">
                  {t('{problem} Retrying. Your order is safe.', {
                    problem: toSentence(plainText(problem)),
                  })}
                </p>
              )}
            </div>
          </div>
          <div className="tear-line" />
          <div>
            <Skeleton height={240} />
          </div>
          <div className="tear-line" />
          <div className="row wrap">
            <ButtonLink href="/home">{t('Home')}</ButtonLink>
            <ButtonLink href="/dashboard">{t('Dashboard')}</ButtonLink>
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
