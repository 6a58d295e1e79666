import { Button } from '@jhatpat/shared/ui/button.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { useMutation } from '@tanstack/react-query'
import { type MailedLink, useMailedLink } from '../../lib/sign-in/mailed-link.tsx'
import { MailedLinkPage } from '../../lib/sign-in/mailed-link-page.tsx'
import { SignInResultPage } from '../../lib/sign-in/sign-in-result-page.tsx'
import { useCall } from '../../lib/use-call.ts'

/**
 * Undoes or confirms a staff member's contact change, from the link at the previous address. Opening it
 * changes nothing: mail scanners open links too.
 */
export default function ContactScreen() {
  const { link, done, failed, keep } = useMailedLink('/contact_changed')
  return (
    <MailedLinkPage
      title="Your account"
      link={link}
      done={done}
      corrupted={
        failed &&
        'The link is already used or older than 72 hours. If you didn’t ask for the change, contact our team.'
      }
    >
      {(validLink) => (
        <Asking
          link={validLink}
          onDone={(text) => keep({ done: text })}
          onOver={() => keep({ failed: 'over' })}
        />
      )}
    </MailedLinkPage>
  )
}

type AskingProps = { link: MailedLink; onDone(text: string): void; onOver(): void }

function Asking({ link, onDone, onOver }: AskingProps) {
  const call = useCall()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (answer: 'undo' | 'confirm') =>
      call('resolveContactChange', { params: link, body: { answer } }),
    onSuccess: ({ msg }) => onDone(msg),
    onError: (failure) => {
      if (failure.message === 'The link is corrupted.') onOver()
    },
  })
  const button = (answer: 'undo' | 'confirm') => ({
    ...({ size: 'lg', block: true, busyText: 'Sending' } as const),
    busy: isPending && variables === answer,
    disabled: isPending && variables !== answer,
    onClick: () => mutate(answer),
  })
  return (
    <SignInResultPage
      spot="shield"
      title="Did you ask for this change?"
      text="The mobile number or email address of your account was changed. We sent this link to the previous one."
    >
      {error && (
        <InlineMessage kind="bad" role="alert" title={error.message}>
          The change may have been made. Choosing again is safe.
        </InlineMessage>
      )}
      <Button {...button('undo')} variant="accent">
        No, undo it
      </Button>
      <Button {...button('confirm')}>Yes, I asked for it</Button>
      <p className="t3 sm">Undoing restores your previous number and email, and signs out all devices.</p>
    </SignInResultPage>
  )
}
