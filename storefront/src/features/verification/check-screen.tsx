import { buttonClass } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { brand } from '../../lib/brand.ts'
import { SignInFlowLink } from '../../lib/sign-in/return-path.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'
import { SignInResultPage } from '../../lib/sign-in/sign-in-result-page.tsx'

/** Shown after a login whose e-mail address is not verified yet: the link is in the inbox. */
export default function CheckScreen() {
  return (
    <SignInPage title="Verify your email">
      <SignInResultPage
        spot="mail"
        title="Verify your email"
        text="A verification email has been sent to your inbox. Open its link, then log in."
      >
        <InlineMessage kind="info" title="Nothing there?">
          Look in your spam or junk folder for a mail from {brand.name}. After a minute you can log in once
          more, and we send the link again; only the newest works.
        </InlineMessage>
        <SignInFlowLink to="/login" className={buttonClass({ variant: 'accent', size: 'lg', block: true })}>
          Back to Login
        </SignInFlowLink>
      </SignInResultPage>
    </SignInPage>
  )
}
