import { isolated } from '@jhatpat/shared/ui/format/isolate.ts'
import { accountText } from '../../lib/account-text.tsx'
import type { Draft } from './draft.ts'

/** The player of an order: `RaviOP · 123456789 (1234)`. */
export function recipient({ input1, input2 }: Draft, username: string | undefined): string {
  if (!input1.trim()) return '–'
  const account = accountText({ input1: input1.trim(), input2: input2.trim() })
  return username ? `${isolated(username)} · ${account}` : account
}
