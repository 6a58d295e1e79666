import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { projectFolder } from '../engine/cache-folder.ts'
import { edgeConfiguration, edgeHosts } from './edge-configuration.ts'
import type { ShopSettings } from './shop-settings.ts'

interface Service {
  image?: string
  build?: { target?: string }
  environment?: Record<string, string>
}

const digest = /@sha256:[0-9a-f]{64}/g
const certificates = '/certificates'
const trustAuthority = { NODE_EXTRA_CA_CERTS: `${certificates}/ca.pem` }

export const readComposeFile = async () =>
  parse(await readFile(join(projectFolder, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, Service>
  }

/** Images that come from a registry, with their digests: those of the services, and those of the Dockerfile. */
export async function registryImages(): Promise<string[]> {
  const { services } = await readComposeFile()
  const dockerfile = await readFile(join(projectFolder, 'Dockerfile'), 'utf8')
  const stages = [...dockerfile.matchAll(/ AS (\S+)$/gm)].map((match) => match[1])
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map((match) => String(match[1]))
  const images = [
    ...bases.filter((base) => !stages.includes(base)),
    ...Object.values(services).map(({ image = '' }) => image),
  ]
  return [...new Set(images)].filter((image) => image !== '' && !image.startsWith('jhatpat-'))
}

/** The images that are built here have names of their own: those of a shop on this machine stay as they are. */
export const ownImage = (image: string) => image.replace(/^jhatpat-(?!deployment-)/, 'jhatpat-deployment-')

export const withoutDigest = (image: string) => image.replace(digest, '')

/**
 * What is added to docker-compose.yml: the proxy that ends TLS, a customer, trust in the private authority, and other
 * names of the images that are built. Where there is no registry, images are named without their digests, also in a
 * copy of the Dockerfile.
 */
export async function writeOverride(
  folder: string,
  settings: ShopSettings,
  hasRegistry: boolean,
): Promise<string> {
  const { services } = await readComposeFile()
  const keys = Object.fromEntries(
    ['UPIGATEWAY_KEY', 'SMILE_UID', 'SMILE_KEY', 'MOOGOLD_PARTNER_ID', 'MOOGOLD_SECRET', 'SMS_KEY'].map(
      (name) => [name, settings.secrets[name] ?? ''],
    ),
  )
  const web = services.web?.image ?? ''
  const mount = [`${join(folder, 'certificates')}:${certificates}:ro`]
  const additions: Record<string, object> = {
    ...(hasRegistry ? {} : await withoutDigests(folder, services)),
  }
  const add = (name: string, more: object) => {
    additions[name] = { ...additions[name], ...more }
  }
  for (const [name, { image = '' }] of Object.entries(services)) {
    if (image === 'jhatpat-app') add(name, { environment: trustAuthority, volumes: mount })
    if (ownImage(image) !== image) add(name, { image: ownImage(image) })
  }
  add('simulators', {
    environment: {
      ...trustAuthority,
      ...keys,
      SMILE_EMAIL: 'merchant@shop.internal',
      // The shop has no hosted sign-in.
      OIDC_CLIENT_ID: 'unused',
      NODE_ENV: 'development',
      APP_URL: `https://${edgeHosts[0]}`,
      ...Object.fromEntries(Object.keys(keys).map((name) => [`${name}_FILE`, ''])),
    },
    volumes: mount,
  })
  await writeFile(join(folder, 'edge.conf'), edgeConfiguration)
  add('edge', {
    image: hasRegistry ? web : withoutDigest(web),
    command: ['nginx', '-g', 'daemon off;', '-c', '/edge.conf'],
    volumes: [...mount, `${join(folder, 'edge.conf')}:/edge.conf:ro`],
    networks: { public: { aliases: edgeHosts } },
  })
  add('customer', {
    image: ownImage('jhatpat-simulators'),
    profiles: ['customer'],
    environment: trustAuthority,
    volumes: mount,
    networks: ['public'],
  })
  const path = join(folder, 'override.yml')
  await writeFile(path, stringify({ services: additions }))
  return path
}

async function withoutDigests(
  folder: string,
  services: Record<string, Service>,
): Promise<Record<string, object>> {
  const text = await readFile(join(projectFolder, 'Dockerfile'), 'utf8')
  const dockerfile = join(folder, 'Dockerfile')
  await writeFile(dockerfile, withoutDigest(text))
  return Object.fromEntries(
    Object.entries(services)
      .filter(([, { image = '', build }]) => build || image.includes('@'))
      .map(([name, { image = '', build }]) => [
        name,
        build ? { build: { dockerfile } } : { image: withoutDigest(image) },
      ]),
  )
}
