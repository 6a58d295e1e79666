const reloadedKey = 'reloadedFor'
/** Whoever asks whether a script is there waits this long at most, in ms. */
const askMs = 5_000

/**
 * Whether the server answers, but the script can't come any more: it is of a release that was replaced, so its address
 * answers 404 or a page. One that is there and yet can't be loaded has a part that is gone, or a browser that
 * remembers its failure: after two tries it counts as gone too.
 * @param tries how often it was asked for before
 */
export async function isMissingChunk(cause: unknown, tries: number): Promise<boolean> {
  // Browsers name the script in the message, save Safari.
  const address = /https?:\S+/.exec(cause instanceof Error ? cause.message : '')?.[0] ?? entry()
  try {
    const { ok, status, headers } = await fetch(address, {
      cache: 'no-store',
      signal: AbortSignal.timeout(askMs),
    })
    return status === 404 || (ok && (tries > 2 || /html/.test(headers.get('content-type') ?? '')))
  } catch {
    return false
  }
}

/** Loads the page anew, once for a release in this tab. Answers false where that was done before. */
export function reloadOnce(): boolean {
  if (sessionStorage.getItem(reloadedKey) === entry()) return false
  sessionStorage.setItem(reloadedKey, entry())
  location.reload()
  return true
}

/** The script that the page began with: its name has the release in it. */
function entry(): string {
  const begun = document.querySelector<HTMLScriptElement>('script[data-main], script[type=module][src]')
  return begun ? new URL(begun.dataset.main ?? begun.src, location.href).href : location.origin
}
