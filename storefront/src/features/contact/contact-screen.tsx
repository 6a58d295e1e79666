import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { useMutation } from '@tanstack/react-query'
import { EndPage } from '../../lib/entry/end-page.tsx'
import { EntryPage } from '../../lib/entry/entry-page.tsx'
import { type MailedLink, useMailedLink } from '../../lib/entry/mailed-link.tsx'
import { useCall } from '../../lib/use-call.ts'

/**
 * Where an owner answers, by the link at the old address, to a change by our team of how the account is reached. It asks:
 * a mail scanner that opens the link changes nothing.
 */
export default function ContactScreen() {
  const { link, done, failed, keep } = useMailedLink('/contact_changed')
  return (
    <EntryPage title="Your account">
      {done !== undefined ? (
        <EndPage spot="shield" title={done} text="You can close this page." role="status">
          <LoginLink />
        </EndPage>
      ) : link ? (
        <Asking link={link} onDone={(text) => keep({ done: text })} onOver={() => keep({ failed: 'over' })} />
      ) : (
        <EndPage
          spot="link"
          title="The link is corrupted."
          text={
            failed === undefined
              ? 'It was cut short. Open it from the mail once more.'
              : 'It was used already, or is older than 72 hours. If your account is not as you left it, write to our team.'
          }
          role="alert"
        >
          <LoginLink />
        </EndPage>
      )}
    </EntryPage>
  )
}

type AskingProps = { link: MailedLink; onDone(text: string): void; onOver(): void }

function Asking({ link, onDone, onOver }: AskingProps) {
  const call = useCall()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (answer: 'undo' | 'confirm') =>
      call('answerContactChange', { params: link, body: { answer } }),
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
    <EndPage
      spot="shield"
      title="Did you ask for this change?"
      text="Our team has changed the mobile number or the email address of your account. This is the old one."
    >
      {error && (
        <Note kind="bad" role="alert" title={error.message}>
          It may have gone through nevertheless. Answering again is safe.
        </Note>
      )}
      <Button {...button('undo')} variant="accent">
        No, undo it
      </Button>
      <Button {...button('confirm')}>Yes, I asked for it</Button>
      <p className="t3 sm">Undone, your account is reached as before, and everybody is signed out of it.</p>
    </EndPage>
  )
}

function LoginLink() {
  return (
    <ButtonLink variant="accent" size="lg" block href="/login">
      Login
    </ButtonLink>
  )
}
