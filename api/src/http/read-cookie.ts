import type { IncomingMessage } from 'node:http'

/** The value of a request's cookie as it was set, or undefined. */
export function readCookie({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const pair = (headers.cookie ?? '').split(/; */).find((part) => part.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
