/** A intent on a button that orders or pays, kept until an answer is sure to belong to it. */
export type Intent<Body> = {
  /** Its Idempotency-Key. */
  key: string
  body: Body
  /** What the customer knows it by: `86 Diamonds`. */
  about: string
  /** When it was tapped, in ms since 1970. */
  at: number
  /** Whether it may have done something that nobody was told. */
  open: boolean
  /** The customer has stopped it, and the server has not confirmed that. */
  stop?: true
}

/**
 * The taps kept at a scope such as `order:U1001`, oldest first. Each stands under its own name, so that tabs do not
 * overwrite each other's; and in both storages, because closing a tab empties one and the end of a session the other.
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

/** Keeps a intent. A browser that keeps nothing still orders; only a reload then forgets. */
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

/** Whether two bodies are one request to the server, which takes an Idempotency-Key for one request alone. */
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
