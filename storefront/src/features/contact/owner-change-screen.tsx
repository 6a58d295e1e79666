import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation } from '@tanstack/react-query'
import { type MailedLink, useMailedLink } from '../../lib/sign-in/mailed-link.tsx'
import { MailedLinkPage } from '../../lib/sign-in/mailed-link-page.tsx'
import { SignInResultPage } from '../../lib/sign-in/sign-in-result-page.tsx'
import { useCall } from '../../lib/use-call.ts'

/**
 * Stops a pending change of an owner's account, from the link that was mailed to an owner. Opening it changes
 * nothing: mail scanners open links too.
 */
export default function OwnerChangeScreen() {
  const { link, done, keep } = useMailedLink('/owner_change')
  return (
    <MailedLinkPage title="The team" link={link} done={done}>
      {(validLink) => <Asking link={validLink} onDone={(text) => keep({ done: text })} />}
    </MailedLinkPage>
  )
}

function Asking({ link, onDone }: { link: MailedLink; onDone(text: string): void }) {
  const call = useCall()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('stopOwnerChange', { params: link }),
    onSuccess: ({ msg }) => onDone(msg),
  })
  return (
    <SignInResultPage
      spot="shield"
      title="Stop this change?"
      text="The email says what changes in the owner’s account and who requested it. A stopped change must be requested again."
    >
      {error && <InlineMessage kind="bad" role="alert" title={error.message} />}
      <Button variant="accent" size="lg" block busy={isPending} busyText="Sending" onClick={() => mutate()}>
        Stop the change
      </Button>
      <p className="t3 sm">If you expected it, close this page.</p>
    </SignInResultPage>
  )
}
