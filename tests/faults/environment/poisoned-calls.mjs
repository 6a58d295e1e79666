/**
 * Preloaded into a worker: a supplier call for one of the players below crashes the process, as a job that
 * runs out of memory or crashes native code would.
 */
const poisons = {
  'poison-hangs': () => new Promise(() => undefined),
  'poison-kills': () => process.kill(process.pid, 'SIGKILL'),
  'poison-memory': () => exhaust(),
}
const players = JSON.parse(process.env.FAULT_POISON ?? '{}')
const realFetch = globalThis.fetch

globalThis.fetch = (url, options) => {
  const body = String(options?.body ?? '')
  const player = Object.keys(players).find((one) => body.includes(one))
  const isPurchase = /createorder|create_order/.test(String(url))
  if (player && isPurchase)
    return Promise.resolve(poisons[players[player]]?.()).then(() => realFetch(url, options))
  return realFetch(url, options)
}

function exhaust() {
  const memory = []
  for (;;) memory.push(new Array(1_000_000).fill({ held: memory.length }))
}
