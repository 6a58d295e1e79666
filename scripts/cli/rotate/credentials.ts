import { CliError } from '../../processes/cli-error.ts'

export type Login = { user: string; password: string }

const form = /^([a-z+-]+:\/\/)([^:@/]*):([^@/]*)@(.*)$/

/**
 * The login in an address such as `redis://user:password@host`.
 * @param setting for the refusal, which never repeats the address
 * @throws CliError when there is none
 */
export function loginOf(setting: string, address: string): Login {
  const [, , user, password] = form.exec(address) ?? []
  if (user === undefined || !password)
    throw new CliError(`${setting} has no password that could be replaced.`)
  return { user: decodeURIComponent(user), password: decodeURIComponent(password) }
}

export function withLogin(address: string, { user, password }: Login): string {
  const [, scheme = '', , , rest = ''] = form.exec(address) ?? []
  return `${scheme}${encodeURIComponent(user)}:${encodeURIComponent(password)}@${rest}`
}

/** The database in which MongoDB keeps the user of an address. */
export function authDatabaseOf(uri: string): string {
  const [, path = '', query = ''] = /^[a-z+]+:\/\/[^/]+\/?([^?]*)\??(.*)$/.exec(uri) ?? []
  return new URLSearchParams(query).get('authSource') || path || 'admin'
}

/** The same MongoDB, as a user of the database `admin`. */
export function asAdminUser(uri: string, login: Login): string {
  const [, start = '', query = ''] = /^([a-z+]+:\/\/[^/?]+)\/?[^?]*\??(.*)$/.exec(uri) ?? []
  const settings = new URLSearchParams(query)
  settings.set('authSource', 'admin')
  return withLogin(`${start}/admin?${settings}`, login)
}
