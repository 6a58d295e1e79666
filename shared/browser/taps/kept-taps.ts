/** A tap on a button that orders or pays, kept until an answer is sure to belong to it. */
export type Tap<Body> = {
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
 * The taps kept at a place such as `order:U1001`, oldest first. Each stands under its own name, so that tabs do not
 * overwrite each other's; and in both storages, because closing a tab empties one and the end of a session the other.
 */
export function keptTaps<Body>(place: string): Tap<Body>[] {
  const found = new Map<string, Tap<Body>>()
  for (const storage of [localStorage, sessionStorage]) {
    for (const name of namesOf(storage, place)) {
      const tap = read<Body>(storage.getItem(name))
      if (tap) found.set(tap.key, tap)
    }
  }
  return [...found.values()].sort((one, other) => one.at - other.at)
}

/** Keeps a tap. A browser that keeps nothing still orders; only a reload then forgets. */
export function keepTap<Body>(place: string, tap: Tap<Body>): void {
  const text = JSON.stringify(tap)
  for (const storage of [localStorage, sessionStorage]) {
    try {
      storage.setItem(nameOf(place, tap.key), text)
    } catch (error) {
      console.warn('An order could not be kept for a reload.', error)
    }
  }
}

export function dropTap(place: string, key: string): void {
  localStorage.removeItem(nameOf(place, key))
  sessionStorage.removeItem(nameOf(place, key))
}

/** Whether two bodies are one request to the server, which takes an Idempotency-Key for one request alone. */
export function isSameBody(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function nameOf(place: string, key: string): string {
  return `tap:${place}:${key}`
}

function namesOf(storage: Storage, place: string): string[] {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return names.filter((name) => name.startsWith(nameOf(place, '')))
}

function read<Body>(text: string | null): Tap<Body> | undefined {
  try {
    const tap: unknown = JSON.parse(text ?? 'null')
    return isTap(tap) ? (tap as Tap<Body>) : undefined
  } catch {
    return undefined
  }
}

function isTap(tap: unknown): tap is Tap<unknown> {
  if (typeof tap !== 'object' || tap === null) return false
  const { key, body, about, at, open } = tap as Record<string, unknown>
  const texts = typeof key === 'string' && typeof about === 'string'
  return (
    texts && typeof body === 'object' && body !== null && typeof at === 'number' && typeof open === 'boolean'
  )
}
