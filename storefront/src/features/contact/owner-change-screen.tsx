import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { useMutation } from '@tanstack/react-query'
import { EndPage } from '../../lib/entry/end-page.tsx'
import { EntryPage } from '../../lib/entry/entry-page.tsx'
import { type MailedLink, useMailedLink } from '../../lib/entry/mailed-link.tsx'
import { useCall } from '../../lib/use-call.ts'

/**
 * Stops a waiting change of an owner's account, from the link that was mailed to an owner. Opening it changes nothing:
 * mail scanners open links too.
 */
export default function OwnerChangeScreen() {
  const { link, done, keep } = useMailedLink('/owner_change')
  return (
    <EntryPage title="The team">
      {done !== undefined ? (
        <EndPage spot="shield" title={done} text="You can close this page." role="status">
          <LoginLink />
        </EndPage>
      ) : link ? (
        <Asking link={link} onDone={(text) => keep({ done: text })} />
      ) : (
        <EndPage
          spot="link"
          title="The link is corrupted."
          text="It was cut short. Open it from the mail once more."
          role="alert"
        >
          <LoginLink />
        </EndPage>
      )}
    </EntryPage>
  )
}

function Asking({ link, onDone }: { link: MailedLink; onDone(text: string): void }) {
  const call = useCall()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('stopOwnerChange', { params: link }),
    onSuccess: ({ msg }) => onDone(msg),
  })
  return (
    <EndPage
      spot="shield"
      title="Stop this change?"
      text="The mail names the change of an owner’s account and who asked for it. Once stopped, it has to be asked for again."
    >
      {error && <Note kind="bad" role="alert" title={error.message} />}
      <Button variant="accent" size="lg" block busy={isPending} busyText="Sending" onClick={() => mutate()}>
        Stop the change
      </Button>
      <p className="t3 sm">If you expected it, close this page.</p>
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
