import { connect } from 'node:tls'

/** When the certificate of an address expires; undefined for one without TLS. Also of one that is not trusted. */
export function certificateExpiry(url: string, timeoutMs: number): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const options = {
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    }
    const socket = connect(options, () => {
      const { valid_to } = socket.getPeerCertificate()
      socket.destroy()
      resolve(new Date(valid_to))
    })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}
