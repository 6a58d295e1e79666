const cacheName = 'choices'

/**
 * A user's preference on this device. Not in local storage, which is emptied with every session that ends;
 * without a secure origin there is no storage, and nothing is stored.
 */
export async function readPreference<T>(name: string): Promise<T | undefined> {
  if (!('caches' in globalThis)) return undefined
  const stored = await caches.match(keyOf(name), { cacheName })
  return stored && ((await stored.json()) as T)
}

export async function storePreference<T>(name: string, choice: T | undefined): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(cacheName)
  await (choice === undefined ? cache.delete(keyOf(name)) : cache.put(keyOf(name), Response.json(choice)))
}

const keyOf = (name: string) => `/choices/${name}`
