import type { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { type MailedLink, useMailedLink } from '../../lib/sign-in/mailed-link.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'
import { SignInResultPage } from '../../lib/sign-in/sign-in-result-page.tsx'
import { useCall } from '../../lib/use-call.ts'
import { AcceptForm } from './accept-form.tsx'
import { closedTextOf, isClosed } from './closed-texts.ts'

/**
 * Accepts a mailed invitation to the team. It also opens for signed-in users, because the invited person may
 * have a customer's account in this browser.
 */
export default function InvitationScreen() {
  // `failed` is the error code, which a reload still shows as text.
  const { link, failed, keep } = useMailedLink('/invitation')
  return (
    <SignInPage title="Invitation">
      {link ? <Invited link={link} onOver={({ code }) => keep({ failed: code })} /> : <Over code={failed} />}
    </SignInPage>
  )
}

type InvitedProps = { link: MailedLink; onOver(error: ApiError): void }

function Invited({ link, onOver }: InvitedProps) {
  const call = useCall()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['invitation', link.id, link.token],
    queryFn: () => call('readInvitation', { body: link }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (data) return <AcceptForm link={link} invitation={data} onOver={onOver} />
  if (isClosed(error)) return <Over code={error.code} />
  if (!error || isFetching) return <Reading />
  return (
    <SignInResultPage
      spot="offline"
      title={error.message}
      text="Your invitation is still valid. Try again."
      role="alert"
    >
      <Button variant="accent" size="lg" block onClick={() => refetch()}>
        Try again
      </Button>
    </SignInResultPage>
  )
}

function Reading() {
  return (
    <div className="is-in-progress row row-3" role="status">
      <Icon name="loader-circle" spin />
      <div>
        <h1 className="d3">Opening your invitation</h1>
        <p className="t2 sm">Verifying…</p>
      </div>
    </div>
  )
}

/** A link that is not valid. */
function Over({ code }: { code: string | undefined }) {
  const { title, text } = closedTextOf(code)
  return (
    <SignInResultPage spot="link" title={title} text={text} role="alert">
      <ButtonLink href="/login" variant="accent" size="lg" block>
        Login
      </ButtonLink>
    </SignInResultPage>
  )
}
