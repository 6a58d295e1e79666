import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import { runUninterrupted } from '../engine/interruption.ts'
import { withoutLogins } from '../engine/without-logins.ts'

export const certificatesPath = 'usr/local/etc/npm-certificates.pem'

/** How npm reaches its registry on this machine, without logins: its address, proxies and trusted certificates. */
export async function npmSettings(): Promise<{ text: string; certificates?: string }> {
  const { output } = await runUninterrupted('npm', ['config', 'list', '--json'], { cwd: '/' })
  const all = JSON.parse(output) as Record<string, unknown>
  const lines = npmLines(all)
  const files = [all.cafile, process.env.NODE_EXTRA_CA_CERTS].filter(
    (file) => typeof file === 'string' && existsSync(file),
  )
  if (files.length === 0) return { text: `${lines.join('\n')}\n` }
  const own = await Promise.all([...new Set(files as string[])].map((file) => readFile(file, 'utf8')))
  return {
    text: `${[...lines, `cafile=/${certificatesPath}`].join('\n')}\n`,
    certificates: [...rootCertificates, ...own].join('\n'),
  }
}

/** Lines of an `npmrc`. */
export const npmLines = (all: Record<string, unknown>): string[] =>
  ['registry', 'proxy', 'https-proxy', 'noproxy', 'strict-ssl']
    .filter((name) => (all[name] ?? '') !== '' && String(all[name]) !== '')
    .map((name) => `${name}=${withoutLogins(String(all[name]))}`)
