import type { LiveSocket, Stop, Watch } from './live-line.ts'

/** Within so many ms a page asks again for what the server may have failed to tell. */
const missedSpreadMs = 3_000

/** Asks for a snapshot now, on every reconnect, when news may have been missed, and when the browser says it is online or visible again. */
export function keepAsking(socket: LiveSocket, watch: Watch): Stop {
  const askIfConnected = () => {
    if (socket.connected && document.visibilityState === 'visible') watch.ask()
  }
  // Every open page hears this at once; they need not all ask at once.
  let soon: ReturnType<typeof setTimeout> | undefined
  const askSoon = () => {
    clearTimeout(soon)
    soon = setTimeout(askIfConnected, Math.random() * missedSpreadMs)
  }
  socket.on('connect', watch.ask)
  socket.on('news.missed', askSoon)
  addEventListener('online', askIfConnected)
  document.addEventListener('visibilitychange', askIfConnected)
  if (socket.connected) watch.ask()
  return () => {
    socket.off('connect', watch.ask)
    socket.off('news.missed', askSoon)
    clearTimeout(soon)
    removeEventListener('online', askIfConnected)
    document.removeEventListener('visibilitychange', askIfConnected)
    watch.stop()
  }
}
