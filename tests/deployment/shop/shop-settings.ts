import { randomBytes } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { freePorts } from '../../../scripts/processes/free-port.ts'

/** The shop's host name, and those of its vendors: the ones that are the settings' defaults, so none is set here. */
export const shopHost = 'shop.internal'
export const mailHost = 'mail.internal'
export const vendorHosts = {
  'api.ekqr.in': 'upigateway',
  'www.smile.one': 'smileone',
  'moogold.com': 'moogold',
  'www.fast2sms.com': 'sms',
} as const

/** What an operator writes: the settings of `.env`, and each secret in a file of its own. */
export interface ShopSettings {
  envFile: string
  secretsFolder: string
  /** By name; none may be seen outside its file. */
  secrets: Record<string, string>
  /** The private key of the backups, which an operator keeps elsewhere. */
  identityFile: string
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** As docs/how-to/production.md describes it, with random secrets. */
export async function writeShopSettings(folder: string): Promise<ShopSettings> {
  const passwords = { mongo: hex(24), root: hex(24), redis: hex(24), mail: hex(12) }
  const app = {
    SECRET_KEY: randomBytes(32).toString('base64'),
    MONGODB_URI: `mongodb://jhatpat:${passwords.mongo}@mongo:27017/jhatpat?replicaSet=rs0&authSource=admin`,
    REDIS_URL: `redis://:${passwords.redis}@redis:6379`,
    UPIGATEWAY_KEY: `${hex(4)}-${hex(2)}-4${hex(2).slice(1)}-8${hex(2).slice(1)}-${hex(6)}`,
    SMILE_UID: String(1_000_000 + randomBytes(3).readUIntBE(0, 3)),
    SMILE_KEY: hex(16),
    MOOGOLD_PARTNER_ID: hex(16),
    MOOGOLD_SECRET: hex(16),
    SMS_KEY: hex(16),
    SMTP_URL: `smtps://shop:${passwords.mail}@${mailHost}:465`,
  }
  const files: Record<string, Record<string, string>> = {
    app,
    mongo: { MONGODB_PASSWORD: passwords.mongo, MONGODB_ROOT_PASSWORD: passwords.root },
    redis: { REDIS_PASSWORD: passwords.redis },
  }
  const secretsFolder = join(folder, 'secrets')
  for (const [reader, secrets] of Object.entries(files)) {
    await mkdir(join(secretsFolder, reader), { recursive: true })
    for (const [name, value] of Object.entries(secrets)) {
      await writeFile(join(secretsFolder, reader, name), `${value}\n`)
      await chmod(join(secretsFolder, reader, name), 0o444)
    }
  }
  const [web, simulators] = await freePorts(2)
  const identity = await generateX25519Identity()
  const identityFile = join(folder, 'backup-key.txt')
  await writeFile(identityFile, `${identity}\n`)
  await chmod(identityFile, 0o444)
  const settings = {
    // Another shop may run on this machine.
    WEB_PORT: String(web),
    SIMULATOR_PORT: String(simulators),
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    SECRETS_DIR: secretsFolder,
    PUBLIC_URL: `https://${shopHost}`,
    SMILE_EMAIL: 'merchant@shop.internal',
    MAIL_FROM: 'Shop <orders@shop.internal>',
    SECURITY_CONTACT: 'mailto:security@shop.internal',
    SUPPORT_CONTACT: 'support@shop.internal',
    METRICS_PORT: '9464',
    SMILE_LOW_BALANCE_CODES: '20010',
    SMILE_SIGNATURE_CODES: '40001,40002',
    // Below what one address may have, so that the test finds the limit with a dozen sockets.
    SOCKETS_PER_ADDRESS: '8',
  }
  const envFile = join(folder, 'shop.env')
  await writeFile(envFile, lines(settings))
  return {
    envFile,
    secretsFolder,
    identityFile,
    secrets: {
      'the backups’ private key': identity,
      ...app,
      ...files.mongo,
      ...files.redis,
      'the mail password': passwords.mail,
    },
  }
}

export const lines = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
