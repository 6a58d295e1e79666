import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { officeRoleWords } from '@jhatpat/shared/contracts/permission-words.ts'
import { officeRoles } from '@jhatpat/shared/contracts/permissions.ts'
import { type AdminUser, usersData } from '@jhatpat/shared/contracts/users.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ChoiceGroup } from '@jhatpat/shared/ui/choice.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Hint } from '@jhatpat/shared/ui/hint.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../lib/message-of.ts'
import { usePlace } from './use-team.ts'
import { WaitingDialog } from './waiting-dialog.tsx'

const choices = officeRoles.toReversed().map((value) => ({
  value,
  label: officeRoleWords[value].name,
  detail: officeRoleWords[value].does,
}))

/** Takes somebody who has an account into the team; another owner has to agree where there is one. */
export function PlaceDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [place, setPlace] = useState<(typeof officeRoles)[number]>()
  const [reason, setReason] = useState('')
  const { waiting, saving } = usePlace(onClose)
  const finding = useFinding()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!place || email.trim() === '' || finding.isPending || saving.isPending) return
    finding.mutate(email, { onSuccess: (user) => user && saving.mutate({ user, place, reason }) })
  }
  if (waiting) return <WaitingDialog text={waiting} onClose={onClose} />
  const error = finding.error ?? saving.error
  return (
    <Dialog open onClose={onClose} title="Add someone to the team">
      <form className="stack" noValidate onSubmit={submit}>
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={finding.data === null ? noAccount : undefined}
          onChange={(event) => {
            setEmail(event.target.value)
            finding.reset()
          }}
        />
        <ChoiceGroup label="Role" options={choices} value={place} onChange={setPlace} />
        <Field
          label="Why, kept in the audit log"
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Hint icon="shield-check">
          Where there are two owners, both have to agree. The new admin signs in again, with a second factor
          where the shop asks for one.
        </Hint>
        {error && (
          <Note kind="bad" title={messageOf(error)} role="alert">
            Nothing was changed.
          </Note>
        )}
        <div className="row row-end wrap">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="accent"
            aria-disabled={!place || email.trim() === ''}
            busy={finding.isPending || saving.isPending}
            busyText="Sending"
          >
            Add to the team
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const noAccount = 'Nobody has an account with this address. They sign up in the shop first.'

/** The account of just this address; null where there is none. */
function useFinding() {
  const { call } = useServices()
  return useMutation({
    mutationFn: async (email: string): Promise<AdminUser | null> => {
      const q = email.trim().toLowerCase()
      const { users } = await call(usersData, { query: { q, limit: 25 } })
      const user = users.find((one) => one.email === q)
      if (user?.role === 'admin') throw new Error(`${user.name} is in the team already.`)
      return user ?? null
    },
  })
}
