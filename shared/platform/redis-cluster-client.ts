import { Cluster } from 'ioredis'

const endWithinMs = 1_000

/** Settle when the client is ready, or has ended: one for each client that connects. */
const settling = new WeakMap<Cluster, Promise<void>>()

/** What ioredis has and its types leave out. */
type Internals = { handleCloseEvent(): void }

/**
 * A cluster client whose `connect` and `disconnect` come to an end. ioredis (6.0) forgets a `connect` whose ready check
 * fails, as in a failover, also when it is ready later; and a `disconnect` while it has no node, or while it connects,
 * is not followed by the event `end`. BullMQ awaits both: its worker would take no job any more, nor shut down.
 */
export class ClusterClient extends Cluster {
  override connect(): Promise<void> {
    return Promise.race([super.connect(), settled(this)])
  }

  override disconnect(reconnect = false): void {
    super.disconnect(reconnect)
    if (reconnect || this.status === 'end') return
    const retry = setTimeout(() => {
      this.off('end', stop)
      if (this.nodes().length === 0 && ['disconnecting', 'close'].includes(this.status))
        (this as unknown as Internals).handleCloseEvent()
      if (this.status !== 'end') this.disconnect()
    }, endWithinMs)
    const stop = () => clearTimeout(retry)
    this.once('end', stop)
  }

  /** BullMQ makes its blocking connections so. */
  override duplicate(...parts: Parameters<Cluster['duplicate']>): Cluster {
    return Object.setPrototypeOf(super.duplicate(...parts), ClusterClient.prototype)
  }
}

function settled(client: Cluster): Promise<void> {
  const known = settling.get(client)
  if (known) return known
  const promise = new Promise<void>((resolve, reject) => {
    const settle = (end: () => void) => () => {
      client.off('ready', onReady).off('end', onEnd)
      settling.delete(client)
      end()
    }
    const onReady = settle(resolve)
    const onEnd = settle(() => reject(new Error('Connection is closed.')))
    client.on('ready', onReady).on('end', onEnd)
  })
  settling.set(client, promise)
  return promise
}
