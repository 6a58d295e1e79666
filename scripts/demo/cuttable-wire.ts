import { openLink } from '../../tests/faults/environment/tcp-proxy.ts'
import { type Person, personOf } from '../../tests/support/person.ts'
import type { Shop } from './shop.ts'

export type BreakableConnection = {
  /** The demo's customer, over this wire. */
  person: Person
  /** Lets the next request with this word reach the shop, and breaks the wire as its reply comes. */
  cutReplyTo(word: string): void
  mend(): void
  close(): Promise<void>
}

/** A TCP connection to the shop that can be cut between a request and its reply. */
export async function openBreakableConnection(shop: Pick<Shop, 'port' | 'customer'>): Promise<BreakableConnection> {
  const link = await openLink(shop.port)
  const person = personOf(`http://127.0.0.1:${link.port}`, shop.customer.token)
  return {
    person,
    cutReplyTo: (word) => {
      let isSent = false
      link.tap((data, way) => {
        if (way === 'out' && data.includes(word)) isSent = true
        if (way === 'out' || !isSent) return 'pass'
        link.reset()
        return 'drop'
      })
    },
    mend: () => link.tap(undefined),
    close: async () => {
      person.close()
      await link.close()
    },
  }
}
