import { percentDecoded } from './percent-decoded.ts'

/** Where Redis is and how it is deployed. */
export type RedisAddress = {
  kind: 'one' | 'sentinel' | 'cluster'
  /**
   * For one server its own address; for the others some of their nodes, from which the rest is
   * discovered.
   */
  nodes: { host: string; port: number }[]
  isEncrypted: boolean
  /** For the servers that hold the data. */
  username?: string
  password?: string
  /** A numbered database; a cluster has only the first. */
  db: number
  /** The name by which the Sentinels know the master. */
  master?: string
  /** For the Sentinels themselves, where they require it. */
  sentinelUsername?: string
  sentinelPassword?: string
}

const schemes = new Map<string, Pick<RedisAddress, 'kind' | 'isEncrypted'>>(
  (['one', 'sentinel', 'cluster'] as const).flatMap((kind) => {
    const ending = kind === 'one' ? '' : `-${kind}`
    return [
      [`redis${ending}`, { kind, isEncrypted: false }],
      [`rediss${ending}`, { kind, isEncrypted: true }],
    ]
  }),
)

const form = /^([a-z-]+):\/\/(?:([^@/]*)@)?([^@/?]+)(?:\/([^?]*))?(?:\?(.*))?$/
const defaultPort = { one: 6379, sentinel: 26_379, cluster: 6379 }
const sentinelSettings = ['db', 'sentinelUsername', 'sentinelPassword']

/**
 * Parses `redis://user:password@host:6379/0`,
 * `redis-sentinel://user:password@host1,host2:26379/mymaster?db=0` (also with `sentinelUsername`
 * and `sentinelPassword`) or `redis-cluster://host1:7001,host2:7002`; `rediss` for TLS. The part
 * before `@`, and the Sentinels' own password, are percent-encoded.
 * @throws with the expected form, never with the given text: it may hold a password
 */
export function parseRedisAddress(text: string): RedisAddress {
  const [, scheme = '', credentials, hosts = '', path = '', query = ''] = form.exec(text) ?? []
  const found = schemes.get(scheme)
  if (!found) throw new Error('must start with redis://, redis-sentinel:// or redis-cluster://')
  const { kind, isEncrypted } = found
  const nodes = hosts.split(',').map((host) => readNode(host, defaultPort[kind]))
  const common = { kind, isEncrypted, nodes, ...readCredentials(credentials) }
  const settings = new URLSearchParams(query)
  const unknown = [...settings.keys()].find((key) => kind !== 'sentinel' || !sentinelSettings.includes(key))
  if (unknown !== undefined) throw new Error(`has a setting that is not known here: ${unknown}`)
  if (kind === 'sentinel') return { ...common, ...readSentinel(path, settings) }
  if (kind === 'cluster' && path) throw new Error('must not name a database: a cluster has only one')
  if (kind === 'one' && nodes.length > 1) {
    throw new Error('must name one server, or start with redis-sentinel:// or redis-cluster://')
  }
  return { ...common, db: readDatabase(path) }
}

function readNode(text: string, fallbackPort: number): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? []
  const host = bracketed ?? plain
  const number = Number(port ?? fallbackPort)
  if (!host || number < 1 || number > 65_535) {
    throw new Error('must name servers as host:port, with commas between')
  }
  return { host, port: number }
}

function readCredentials(text: string | undefined): Pick<RedisAddress, 'username' | 'password'> {
  if (!text) return {}
  const [username = '', ...rest] = text.split(':')
  const password = rest.join(':')
  return {
    ...(username && { username: percentDecoded(username) }),
    ...(password && { password: percentDecoded(password) }),
  }
}

function readSentinel(master: string, settings: URLSearchParams) {
  if (!master) throw new Error("must end with the master's name, such as /mymaster")
  const username = settings.get('sentinelUsername')
  const password = settings.get('sentinelPassword')
  return {
    master: percentDecoded(master),
    db: readDatabase(settings.get('db') ?? ''),
    ...(username && { sentinelUsername: username }),
    ...(password && { sentinelPassword: password }),
  }
}

function readDatabase(text: string): number {
  if (!/^\d{0,3}$/.test(text)) throw new Error('must name its database by a number')
  return Number(text)
}
