import { request } from 'node:http'
import { connect } from 'node:net'

/**
 * Whether an engine responds at DOCKER_HOST, or at the default socket: checked first, because a failing
 * start is slow.
 */
export function engineAnswers(dockerHost = process.env.DOCKER_HOST, timeoutMs = 1_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(engineAddress(dockerHost))
    const answer = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket.setTimeout(timeoutMs, () => answer(false))
    socket.once('connect', () => socket.write('GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n'))
    socket.once('data', (data) => answer(/^HTTP\/1\.\d 200/.test(data.toString())))
    socket.once('error', () => answer(false))
    socket.once('close', () => answer(false))
  })
}

/** Removes every container that has the label, running or not, with its volumes. */
export async function removeContainers(label: string, dockerHost = process.env.DOCKER_HOST): Promise<void> {
  const filters = encodeURIComponent(JSON.stringify({ label: [label] }))
  const found = JSON.parse(await ask('GET', `/containers/json?all=true&filters=${filters}`, dockerHost))
  await Promise.all(
    (found as { Id: string }[]).map(({ Id }) =>
      ask('DELETE', `/containers/${Id}?force=true&v=true`, dockerHost),
    ),
  )
}

function ask(method: string, path: string, dockerHost: string | undefined): Promise<string> {
  const address = engineAddress(dockerHost)
  const server = 'path' in address ? { socketPath: address.path } : address
  return new Promise((resolve, reject) => {
    const asked = request({ ...server, method, path, timeout: 30_000 }, (reply) => {
      let text = ''
      reply.on('data', (part) => {
        text += String(part)
      })
      reply.on('end', () => resolve(text))
    })
    asked.on('timeout', () => asked.destroy(new Error('the Docker engine does not answer')))
    asked.on('error', reject).end()
  })
}

function engineAddress(dockerHost: string | undefined): { path: string } | { host: string; port: number } {
  if (!dockerHost)
    return { path: process.platform === 'win32' ? '//./pipe/docker_engine' : '/var/run/docker.sock' }
  const url = new URL(dockerHost)
  if (url.protocol === 'unix:') return { path: url.pathname }
  return { host: url.hostname, port: Number(url.port || 2375) }
}
