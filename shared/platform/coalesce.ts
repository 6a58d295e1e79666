type Flight = { current: Promise<unknown>; next: Promise<unknown> | undefined }

const flights = new Map<string, Flight>()

/**
 * Runs `work` once for concurrent calls with the same `key`. Calls during a run share one run that
 * starts after it, so any number of concurrent calls makes two runs, and no call gets the result of
 * a run that began before it. Only saves work: another process makes its own runs.
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
