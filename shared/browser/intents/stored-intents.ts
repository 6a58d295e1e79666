/** An intent on a button that orders or pays, stored until an answer certainly belongs to it. */
export type Intent<Body> = {
  /** Its Idempotency-Key. */
  key: string
  body: Body
  /** Its name for the customer: `86 Diamonds`. */
  about: string
  /** Time of the tap, in ms since 1970. */
  at: number
  /** Whether it may have taken effect without an answer. */
  open: boolean
  /** The customer has stopped it, and the server has not confirmed that. */
  stop?: true
}

/**
 * The intents stored at a scope such as `order:U1001`, oldest first. Each has its own storage name, so that
 * tabs do not overwrite each other; and is in both storages, because closing a tab empties one and the end of
 * a session the other.
 */
export function storedIntents<Body>(scope: string): Intent<Body>[] {
  const found = new Map<string, Intent<Body>>()
  for (const storage of [localStorage, sessionStorage]) {
    for (const name of namesOf(storage, scope)) {
      const intent = read<Body>(storage.getItem(name))
      if (intent) found.set(intent.key, intent)
    }
  }
  return [...found.values()].sort((one, other) => one.at - other.at)
}

/** Stores an intent. Without storage an order still works; only a reload then loses its intent. */
export function storeIntent<Body>(scope: string, intent: Intent<Body>): void {
  const text = JSON.stringify(intent)
  for (const storage of [localStorage, sessionStorage]) {
    try {
      storage.setItem(nameOf(scope, intent.key), text)
    } catch (error) {
      console.warn('An order could not be kept for a reload.', error)
    }
  }
}

export function removeIntent(scope: string, key: string): void {
  localStorage.removeItem(nameOf(scope, key))
  sessionStorage.removeItem(nameOf(scope, key))
}

/**
 * Whether two bodies are the same request to the server, which accepts an Idempotency-Key for one request
 * only.
 */
export function isSameBody(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function nameOf(scope: string, key: string): string {
  return `intent:${scope}:${key}`
}

function namesOf(storage: Storage, scope: string): string[] {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return names.filter((name) => name.startsWith(nameOf(scope, '')))
}

function read<Body>(text: string | null): Intent<Body> | undefined {
  try {
    const intent: unknown = JSON.parse(text ?? 'null')
    return isIntent(intent) ? (intent as Intent<Body>) : undefined
  } catch {
    return undefined
  }
}

function isIntent(intent: unknown): intent is Intent<unknown> {
  if (typeof intent !== 'object' || intent === null) return false
  const { key, body, about, at, open } = intent as Record<string, unknown>
  const texts = typeof key === 'string' && typeof about === 'string'
  return (
    texts && typeof body === 'object' && body !== null && typeof at === 'number' && typeof open === 'boolean'
  )
}
