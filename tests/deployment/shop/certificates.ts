import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runUninterrupted } from '../engine/interruption.ts'

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A private authority, and a certificate of it for these hosts: `ca.pem`, `server.pem` and `server.key` in the folder. */
export async function makeCertificates(folder: string, hosts: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const at = (name: string) => join(folder, name)
  const authority = [
    '-x509',
    '-days',
    '2',
    '-subj',
    '/CN=Deployment test',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  ]
  await openssl('req', ...newKey, ...authority)
  await openssl(
    'req',
    ...newKey,
    '-subj',
    `/CN=${hosts[0]}`,
    '-keyout',
    at('server.key'),
    '-out',
    at('server.csr'),
  )
  await writeFile(at('names.cnf'), `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}\n`)
  const issuer = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2']
  await openssl(
    'x509',
    '-req',
    '-in',
    at('server.csr'),
    ...issuer,
    '-extfile',
    at('names.cnf'),
    '-out',
    at('server.pem'),
  )
  // Containers' users read it.
  await chmod(at('server.key'), 0o444)
}

async function openssl(...args: string[]): Promise<void> {
  const { code, output } = await runUninterrupted('openssl', args)
  if (code !== 0) throw new Error(`openssl ${args[0]} failed: ${output.slice(-1_000)}`)
}
