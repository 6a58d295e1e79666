import { createHash } from 'node:crypto'

/**
 * Smile.one's signature: `key=value&` of every parameter sorted by key, raw values, the trailing `&` kept, then the
 * merchant key; MD5 of the MD5's hex text (docs.smile.one/api.html).
 */
export function signSmileOne(parameters: Record<string, string>, key: string): string {
  const pairs = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}&`)
    .join('')
  return md5(md5(pairs + key))
}

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')
