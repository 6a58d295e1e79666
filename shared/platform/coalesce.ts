type Flight = { current: Promise<unknown>; next: Promise<unknown> | undefined }

const flights = new Map<string, Flight>()

/**
 * Runs `work` for all who ask for `key` at the same time. Whoever asks while it runs gets a run that begins after
 * that one, shared by all who ask until then: so of any number at once two runs are made, and nobody gets the
 * result of a run that began before they asked. Only saves work; another process makes runs of its own.
 */
export function coalesce<T>(key: string, work: () => Promise<T>): Promise<T> {
  const flight = flights.get(key)
  if (!flight) return start(key, work)
  flight.next ??= flight.current.then(
    () => start(key, work),
    () => start(key, work),
  )
  return flight.next as Promise<T>
}

function start<T>(key: string, work: () => Promise<T>): Promise<T> {
  const flight: Flight = { current: work(), next: undefined }
  flights.set(key, flight)
  const land = () => {
    if (!flight.next && flights.get(key) === flight) flights.delete(key)
  }
  flight.current.then(land, land)
  return flight.current as Promise<T>
}
