import type { Login } from './launcher/prepare.ts'

/** Puts the demo's content into an empty database. Returns how one signs in to it. */
export async function putDemoData(): Promise<Login[]> {
  return []
}
