import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { type ProofKind, proveAccount } from '../contracts/account-proof.ts'
import { ApiError } from '../contracts/client.ts'
import { ProofDialog } from '../ui/proof-dialog.tsx'
import { useServices } from './services.tsx'
import { userAtom } from './session.ts'

type PendingProof = { by: ProofKind; answer(isProven: boolean): void }

/**
 * Makes calls that require a fresh password or code: asks for it, then repeats the call.
 * @param help text for people who have no password, or have forgotten it
 * @param reason why it is asked; by default, that how the account is signed in to changes
 * @returns `withProof`, which rejects with the server's error if none is given, and `question`, to be
 * rendered outside of any form. Screens that use it are loaded with `lazyComponent`, so that the dialog loads
 * with them.
 */
export function useProof(
  help: ReactNode,
  reason?: string,
): {
  withProof<T>(make: () => Promise<T>): Promise<T>
  question: ReactNode
} {
  const [pendingProof, setPendingProof] = useState<PendingProof>()
  const given = (by: ProofKind) =>
    new Promise<boolean>((resolve) => {
      const answer = (isProven: boolean) => {
        setPendingProof(undefined)
        resolve(isProven)
      }
      setPendingProof({ by, answer })
    })
  return {
    withProof: async (make) => {
      for (;;) {
        try {
          return await make()
        } catch (error) {
          const by = proofNeeded(error)
          if (!by || !(await given(by))) throw error
        }
      }
    },
    question: pendingProof && <Question {...pendingProof} {...{ help, reason }} />,
  }
}

const proofNeeded = (error: unknown): ProofKind | undefined =>
  error instanceof ApiError && error.code === 'proof_required' ? error.reply.by : undefined

function Question({ by, answer, ...texts }: PendingProof & { help: ReactNode; reason: string | undefined }) {
  const { call } = useServices()
  const email = useAtomValue(userAtom)?.email ?? ''
  const proving = useMutation({
    mutationFn: (secret: string) => call(proveAccount, { body: { [by]: secret } }),
    onSuccess: () => answer(true),
  })
  return (
    <ProofDialog
      {...{ by, email }}
      {...texts}
      busy={proving.isPending}
      error={proving.error}
      onProve={proving.mutate}
      onClose={() => answer(false)}
    />
  )
}
