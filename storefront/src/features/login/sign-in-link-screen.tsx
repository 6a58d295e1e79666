import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation } from '@tanstack/react-query'
import { useContinueSignIn } from '../../lib/sign-in/factor-ticket.ts'
import { type MailedLink, useMailedLink } from '../../lib/sign-in/mailed-link.tsx'
import { MailedLinkPage } from '../../lib/sign-in/mailed-link-page.tsx'
import { SignInResultPage } from '../../lib/sign-in/sign-in-result-page.tsx'
import { useSignedIn } from '../../lib/sign-in/use-signed-in.ts'
import { useCall } from '../../lib/use-call.ts'

/** Signs in by a mailed link. Opening it does not: mail scanners open links too. */
export default function SignInLinkScreen() {
  const { link, failed, keep } = useMailedLink('/sign_in_link')
  return (
    <MailedLinkPage
      title="Sign in"
      link={link}
      done={undefined}
      corrupted={
        failed && 'The link is already used or older than 15 minutes. Log in, or ask for a new link there.'
      }
    >
      {(validLink) => <SignIn link={validLink} onOver={() => keep({ failed: 'over' })} />}
    </MailedLinkPage>
  )
}

function SignIn({ link, onOver }: { link: MailedLink; onOver(): void }) {
  const call = useCall()
  const signedIn = useSignedIn()
  const continueSignIn = useContinueSignIn()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('signInByLink', { params: link }),
    onSuccess: signedIn,
    onError: (failure) => {
      if (!continueSignIn(failure) && failure.message === 'The link is corrupted.') onOver()
    },
  })
  return (
    <SignInResultPage spot="shield" title="Sign in on this device" text="The link works once.">
      {error && <InlineMessage kind="bad" role="alert" title={error.message} />}
      <Button
        variant="accent"
        size="lg"
        block
        busy={isPending}
        busyText="Signing in"
        onClick={() => mutate()}
      >
        Sign in
      </Button>
    </SignInResultPage>
  )
}
