type Payload = Record<string, unknown> & { uid?: string; grantId?: string }

/** The server's store of sessions and codes of one kind, in memory. */
export function oidcMemory() {
  const kinds = new Map<string, Map<string, Payload>>()
  return (kind: string) => {
    const stored = kinds.get(kind) ?? new Map<string, Payload>()
    kinds.set(kind, stored)
    const first = (fits: (payload: Payload) => boolean) => [...stored.values()].find(fits)
    return {
      upsert: async (id: string, payload: Payload) => void stored.set(id, payload),
      find: async (id: string) => stored.get(id),
      findByUid: async (uid: string) => first((payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id: string) => {
        const payload = stored.get(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
      },
      destroy: async (id: string) => void stored.delete(id),
      revokeByGrantId: async (grantId: string) => {
        for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id)
      },
    }
  }
}
