import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A DNS server on a free port of this machine that answers every question with these IPv4 addresses. */
export async function serveNames(
  addresses: () => readonly string[],
): Promise<{ port: number; stop(): Promise<void> }> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    socket.send(answerTo(question, addresses()), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, stop: async () => void socket.close() }
}

const headerBytes = 12

/** RFC 1035: the question with its answers, each of which points back to the question's name. */
function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  // The name ends with an empty label; type and class follow.
  const end = question.indexOf(0, headerBytes) + 5
  const reply = Buffer.from(question.subarray(0, end))
  const isForIpv4 = question.readUInt16BE(end - 4) === 1
  const answers = isForIpv4 ? addresses.map(recordOf) : []
  // A reply without an error; one question, no further sections.
  reply.writeUInt16BE(0x81_80, 2)
  reply.writeUInt16BE(answers.length, 6)
  reply.writeUInt32BE(0, 8)
  return Buffer.concat([reply, ...answers])
}

function recordOf(address: string): Buffer {
  const head = [0xc0, headerBytes, 0, 1, 0, 1]
  const secondsToLive = [0, 0, 0, 1]
  return Buffer.from([...head, ...secondsToLive, 0, 4, ...address.split('.').map(Number)])
}
