import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { PageState } from '@jhatpat/shared/ui/page-state.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'

export default function NotFound() {
  return (
    <main className="shell">
      <title>{t('Page not found · Jhatpat')}</title>
      <PageState
        spot="lost"
        title={t('Page not found')}
        actions={
          <>
            <ButtonLink href="/home" variant="accent">
              {t('Home')}
            </ButtonLink>
            <ButtonLink href="/orders" variant="quiet">
              {t('My Orders')}
            </ButtonLink>
          </>
        }
      >
        {t('The link is old or mistyped. Your orders and money are not affected.')}
      </PageState>
    </main>
  )
}
