import { buttonClass } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { SignInFlowLink } from '../../lib/sign-in/return-path.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'
import { SignInResultPage } from '../../lib/sign-in/sign-in-result-page.tsx'

/** Shown after a login whose e-mail address is not verified yet: the link is in the inbox. */
export default function CheckScreen() {
  return (
    <SignInPage title={t('Verify your email')}>
      <SignInResultPage
        spot="mail"
        title={t('Verify your email')}
        text={t('A verification email has been sent to your inbox. Open its link, then log in.')}
      >
        <InlineMessage kind="info" title={t('Didn’t get it?')}>
          {t(
            'Check your spam folder for an email from Jhatpat. To get a new link, log in again after 1 minute; only the latest link works.',
          )}
        </InlineMessage>
        <SignInFlowLink to="/login" className={buttonClass({ variant: 'accent', size: 'lg', block: true })}>
          {t('Back to Login')}
        </SignInFlowLink>
      </SignInResultPage>
    </SignInPage>
  )
}
