import type { Io } from '@jhatpat/shared/platform/realtime.ts'

/** The payload of an event as JSON, which is sent to sockets as it is. */
export class SerializedPayload {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

/** The packet type of an event: https://socket.io/docs/v4/socket-io-protocol/. */
const eventType = 2

/**
 * Lets a server send serialised payloads. Its own encoder would have to search each view for binary
 * parts and serialise it again.
 */
export function acceptSerializedPayloads({ encoder }: Pick<Io, 'encoder'>): void {
  const encode = encoder.encode.bind(encoder)
  encoder.encode = (packet) => {
    const [name, payload] = Array.isArray(packet.data) ? (packet.data as unknown[]) : []
    return packet.type === eventType && packet.nsp === '/' && payload instanceof SerializedPayload
      ? [`${eventType}[${JSON.stringify(name)},${payload.json}]`]
      : encode(packet)
  }
}
