type Payload = Record<string, unknown> & { uid?: string; grantId?: string }

/** The server's store of sessions and codes of one kind, in memory. */
export function oidcMemory() {
  const kinds = new Map<string, Map<string, Payload>>()
  return (kind: string) => {
    const kept = kinds.get(kind) ?? new Map<string, Payload>()
    kinds.set(kind, kept)
    const first = (fits: (payload: Payload) => boolean) => [...kept.values()].find(fits)
    return {
      upsert: async (id: string, payload: Payload) => void kept.set(id, payload),
      find: async (id: string) => kept.get(id),
      findByUid: async (uid: string) => first((payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id: string) => {
        const payload = kept.get(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
      },
      destroy: async (id: string) => void kept.delete(id),
      revokeByGrantId: async (grantId: string) => {
        for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id)
      },
    }
  }
}
