import { tokenAtom } from '@jhatpat/shared/browser/session.ts'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'

/** For pages that are no use to who is signed in: they are sent home. */
export function GuestsOnly({ children }: { children: ReactNode }) {
  return useAtomValue(tokenAtom) ? <Navigate to="/home" replace /> : children
}
