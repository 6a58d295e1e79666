import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import type { ReactNode } from 'react'
import { usePermission } from './me.ts'

/** A customer's name or address; links to the customer's page for roles that may view it. */
export function CustomerLink({ id, children }: { id: string; children: ReactNode }) {
  const may = usePermission()
  const name = <bdi>{children}</bdi>
  if (!may('customers.view')) return name
  return (
    <AppLink className="link" href={`/usersdata/${id}`}>
      {name}
    </AppLink>
  )
}
