import type { LiveSocket, Stop, Subscription } from './live-socket.ts'

/** Within so many ms a page asks again for what the server may have failed to tell. */
const missedSpreadMs = 3_000

/** Asks for a snapshot now, on every reconnect, when news may have been missed, and when the browser says it is online or visible again. */
export function pollUntilStopped(socket: LiveSocket, subscription: Subscription): Stop {
  const pollIfConnected = () => {
    if (socket.connected && document.visibilityState === 'visible') subscription.poll()
  }
  // Every open page hears this at once; they need not all ask at once.
  let soon: ReturnType<typeof setTimeout> | undefined
  const pollSoon = () => {
    clearTimeout(soon)
    soon = setTimeout(pollIfConnected, Math.random() * missedSpreadMs)
  }
  socket.on('connect', subscription.poll)
  socket.on('events.missed', pollSoon)
  addEventListener('online', pollIfConnected)
  document.addEventListener('visibilitychange', pollIfConnected)
  if (socket.connected) subscription.poll()
  return () => {
    socket.off('connect', subscription.poll)
    socket.off('events.missed', pollSoon)
    clearTimeout(soon)
    removeEventListener('online', pollIfConnected)
    document.removeEventListener('visibilitychange', pollIfConnected)
    subscription.stop()
  }
}
