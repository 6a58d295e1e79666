/**
 * What somebody chose about notifications on this device. Not in local storage, which is emptied with every session
 * that ends; without a secure address there is nowhere to keep it, and no push either.
 */
export type PushChoice = { kind: 'on'; userId: string } | { kind: 'refused' }

const place = 'choices'
const key = '/choices/push'

export async function readChoice(): Promise<PushChoice | undefined> {
  if (!('caches' in globalThis)) return undefined
  const kept = await caches.match(key, { cacheName: place })
  return kept && ((await kept.json()) as PushChoice)
}

export async function keepChoice(choice: PushChoice | undefined): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(place)
  await (choice ? cache.put(key, Response.json(choice)) : cache.delete(key))
}
