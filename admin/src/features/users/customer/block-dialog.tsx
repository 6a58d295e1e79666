import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminUser, updateUserData } from '@jhatpat/shared/contracts/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ReasonDialog } from '../../../lib/reason-dialog.tsx'
import { userBody } from '../../../lib/user-body.ts'
import { changesBetween, fieldNames, valuesOf } from '../edit-form.ts'
import { usersKey } from '../users-list.ts'

/**
 * Blocks or unblocks a customer; refused if another admin has changed the account since it was
 * loaded.
 */
export function BlockDialog({ user: now, onClose }: { user: AdminUser; onClose: () => void }) {
  // Fixed at opening: a concurrent change by another admin must not reverse the action.
  const [user] = useState(now)
  const { call } = useServices()
  const queries = useQueryClient()
  const blocks = user.isBlocked !== 'true'
  const saving = useMutation({
    mutationFn: (reason: string) =>
      call(updateUserData, { body: userBody(user, { isBlocked: blocks ? 'true' : 'false' }, reason) }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: usersKey }),
  })
  return (
    <ReasonDialog
      title={`${blocks ? 'Block' : 'Unblock'} ${user.name}`}
      action={blocks ? 'Block' : 'Unblock'}
      needsReason
      error={saving.error}
      overtaken={overtakenText(user, now)}
      isBusy={saving.isPending}
      onDo={saving.mutate}
      onClose={onClose}
    >
      {blocks
        ? 'They are signed out on every device at once and can’t sign in. Money and open orders stay as they are.'
        : 'The customer can sign in again.'}
    </ReasonDialog>
  )
}

function overtakenText(seen: AdminUser, now: AdminUser): string {
  const changes = changesBetween(valuesOf(seen), valuesOf(now))
  return changes.map(({ field, from, to }) => `${fieldNames[field]}: ${from} → ${to}.`).join(' ')
}
