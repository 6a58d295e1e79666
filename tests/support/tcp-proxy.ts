import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * `pass`: forwards. `refuse`: resets every connection, new ones too. `hold`: keeps connections open and
 * forwards nothing, like a failed router; what was sent arrives when the link passes again.
 */
export type LinkMode = 'pass' | 'refuse' | 'hold'

export type Direction = 'out' | 'back'

/** Receives each piece of data first. `drop` discards it, as if the connection had failed right before. */
export type DataFilter = (data: Buffer, way: Direction) => 'pass' | 'drop'

/** A link to a server, on its own port, that can be cut, delayed, held and filtered. */
export type NetworkLink = {
  port: number
  set(mode: LinkMode): void
  /** Directs new connections to another port. */
  lead(target: number): void
  /** Delays every piece of data by this much. */
  delay(ms: number): void
  /** Resets all open connections. */
  reset(): void
  filter(filter: DataFilter | undefined): void
  connections(): number
  close(): Promise<void>
}

type Pair = { near: Socket; far: Socket }
type State = {
  target: number
  mode: LinkMode
  delayMs: number
  filter: DataFilter | undefined
  pairs: Set<Pair>
}

/** @param target the port on the loopback address that the link connects to */
export async function createNetworkLink(target: number): Promise<NetworkLink> {
  const state: State = { target, mode: 'pass', delayMs: 0, filter: undefined, pairs: new Set() }
  const server = createServer((near) => {
    if (state.mode === 'refuse') near.resetAndDestroy()
    else join(state, near)
  })
  server.on('error', () => undefined)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const reset = () => {
    for (const pair of state.pairs) breakPair(state, pair)
  }
  return {
    port: (server.address() as AddressInfo).port,
    set(mode) {
      state.mode = mode
      if (mode === 'refuse') reset()
      for (const { near, far } of state.pairs) for (const socket of [near, far]) setFlow(socket, mode)
    },
    lead: (port) => {
      state.target = port
    },
    delay: (ms) => {
      state.delayMs = ms
    },
    reset,
    filter: (filter) => {
      state.filter = filter
    },
    connections: () => state.pairs.size,
    async close() {
      reset()
      await new Promise((done) => server.close(done))
    },
  }
}

function setFlow(socket: Socket, mode: LinkMode): void {
  if (mode === 'hold') socket.pause()
  else socket.resume()
}

function join(state: State, near: Socket): void {
  const far = connect(state.target, '127.0.0.1')
  const pair = { near, far }
  state.pairs.add(pair)
  near.setNoDelay(true)
  far.setNoDelay(true)
  carry(state, pair, 'out')
  carry(state, pair, 'back')
}

function carry(state: State, pair: Pair, way: Direction): void {
  const [from, to] = way === 'out' ? [pair.near, pair.far] : [pair.far, pair.near]
  if (state.mode === 'hold') from.pause()
  from.on('data', (data) => {
    if (state.filter?.(data, way) === 'drop') return
    if (state.delayMs > 0) setTimeout(() => send(state, { from, to, data }), state.delayMs)
    else send(state, { from, to, data })
  })
  from.on('end', () => to.end())
  from.on('error', () => breakPair(state, pair))
  from.on('close', () => {
    to.destroy()
    state.pairs.delete(pair)
  })
}

function send(state: State, { from, to, data }: { from: Socket; to: Socket; data: Buffer }): void {
  if (to.destroyed || to.write(data)) return
  from.pause()
  to.once('drain', () => {
    if (state.mode !== 'hold') from.resume()
  })
}

function breakPair(state: State, { near, far }: Pair): void {
  near.resetAndDestroy()
  far.resetAndDestroy()
  for (const pair of state.pairs) if (pair.near === near) state.pairs.delete(pair)
}
