import { buttonClass } from '@jhatpat/shared/ui/button.tsx'
import { Stepper } from '@jhatpat/shared/ui/stepper.tsx'
import { type EntryState, useEntryState } from '../../lib/entry/came-from.tsx'
import { EndPage } from '../../lib/entry/end-page.tsx'
import { Said, type Saying } from '../../lib/entry/said.tsx'
import { useGoSoon } from '../../lib/entry/use-go-soon.ts'
import { RouterLink } from '../../lib/router-link.tsx'
import { steps } from './texts.ts'

/** The account is there; its address is still to be proved. The login comes by itself. */
export function NearlyThere({ email, said }: { email: string; said: Saying | undefined }) {
  const { from } = useEntryState()
  const state: EntryState = { from, email }
  useGoSoon('/login', true, state)
  return (
    <EndPage
      spot="mail"
      title="Nearly there"
      text={`We have sent a link to ${email}. Open it once, then log in.`}
    >
      <Stepper steps={steps} at={2} />
      <Said saying={said && { ...said, text: 'The login opens in 2 seconds.' }} />
      <RouterLink
        className={buttonClass({ variant: 'accent', size: 'lg', block: true })}
        to="/login"
        state={state}
      >
        Login
      </RouterLink>
    </EndPage>
  )
}
