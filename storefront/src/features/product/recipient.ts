import type { Draft } from './draft.ts'

/** The player of an order: `RaviOP · 123456789 (1234)`. */
export function recipient({ input1, input2 }: Draft, username: string | undefined): string {
  if (!input1.trim()) return '–'
  const account = input2.trim() ? `${input1.trim()} (${input2.trim()})` : input1.trim()
  return username ? `${username} · ${account}` : account
}
