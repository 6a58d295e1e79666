import { outcomeOf } from '@jhatpat/shared/browser/outcome.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useProof } from '@jhatpat/shared/browser/use-proof.tsx'
import { ApiError, type Call } from '@jhatpat/shared/contracts/client.ts'
import { type AdminUser, updateUserData, userAudit, usersData } from '@jhatpat/shared/contracts/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { proofHelp } from '../../lib/proof-help.ts'
import {
  bodyOf,
  changesBetween,
  type EditField,
  type EditValues,
  type FieldChange,
  mergeServerValues,
  validationErrors,
  valuesOf,
} from './edit-form.ts'
import { usersKey } from './users-key.ts'

export type EditOutcome =
  | { kind: 'none' }
  | { kind: 'saved' | 'pending'; message: string }
  | { kind: 'refused'; message: string }
  /** Whether it was saved is unknown. */
  | { kind: 'broken' }
  /** Another admin saved first: their changes and names. */
  | { kind: 'overtaken'; serverChanges: FieldChange[]; by: string[] }

type Faults = Partial<Record<EditField, string>>

/**
 * The edit of one user: loaded values, typed values, and the result of a save. Typed values are
 * never lost.
 */
export function useUserEdit(user: AdminUser) {
  const { call } = useServices()
  const queries = useQueryClient()
  const { withProof, question } = useProof(proofHelp)
  const [seen, setSeen] = useState(user)
  const [values, setValues] = useState<EditValues>(() => valuesOf(user))
  const [reason, setReason] = useState('')
  const [outcome, setOutcome] = useState<EditOutcome>({ kind: 'none' })
  const [faults, setFaults] = useState<Faults>({})
  const changes = changesBetween(valuesOf(seen), values)

  const onOvertaken = async () => {
    const now = await readUser(call, seen)
    const serverChanges = changesBetween(valuesOf(seen), valuesOf(now.user))
    const mine = mergeServerValues(values, valuesOf(seen), valuesOf(now.user))
    setSeen(now.user)
    setValues(mine)
    // The reply to an earlier attempt was lost, or both admins saved the same values.
    const isThere = changesBetween(valuesOf(now.user), mine).length === 0
    setOutcome(
      isThere ? { kind: 'saved', message: savedText } : { kind: 'overtaken', serverChanges, by: now.by },
    )
  }

  const save = useMutation({
    mutationFn: async () => {
      try {
        const {
          message,
          status,
          user: saved,
        } = await withProof(() =>
          call(updateUserData, { accountProof: 'ask', body: bodyOf(seen, values, reason) }),
        )
        setSeen(saved)
        setOutcome({ kind: status === 'pending' ? 'pending' : 'saved', message })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'user_changed') throw error
        await onOvertaken()
      }
    },
    onError: (error) => {
      const isRefused = error instanceof ApiError && outcomeOf(error) === 'refused'
      setOutcome(isRefused ? { kind: 'refused', message: error.message } : { kind: 'broken' })
      if (isRefused && error.field) setFaults({ [error.field]: error.message })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: usersKey }),
  })

  return {
    seen,
    values,
    reason,
    changes,
    outcome,
    faults,
    setReason,
    isSaving: save.isPending,
    /** Asks for the password or a code where admins change their own sign-in. */
    question,
    change: (part: Partial<EditValues>) => {
      setValues({ ...values, ...part })
      setFaults({})
    },
    save: () => {
      const found = validationErrors(bodyOf(seen, values, reason))
      setFaults(found)
      if (Object.keys(found).length === 0 && changes.length > 0 && !save.isPending) save.mutate()
    },
  }
}

const savedText = 'User updated successfully!, Please Refresh/Reload Page'

/** The current user from the server, and the actors of the changes since it was loaded. */
async function readUser(
  call: Call,
  { _id, updatedAt }: AdminUser,
): Promise<{ user: AdminUser; by: string[] }> {
  const [{ users }, rows] = await Promise.all([
    call(usersData, { query: { q: _id, limit: 25 } }),
    call(userAudit, { params: { id: _id } }),
  ])
  const user = users.find((one) => one._id === _id)
  if (!user) throw new Error('This account was deleted.')
  const later = rows.filter(({ at, action }) => at > updatedAt && !action.startsWith('balance'))
  return { user, by: [...new Set(later.map(({ by }) => by))] }
}
