import { readFileSync } from 'node:fs'

/**
 * The settings whose values must not be seen by other users of the machine, nor in `docker inspect`. Each can be given
 * by file instead: `NAME_FILE` names a file with the value.
 */
export const secretSettings = [
  'MONGODB_URI',
  'REDIS_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'UPIGATEWAY_KEY',
  'SMILE_UID',
  'SMILE_KEY',
  'MOOGOLD_PARTNER_ID',
  'MOOGOLD_SECRET',
  'MOOGOLD_PREVIOUS_PARTNER_ID',
  'MOOGOLD_PREVIOUS_SECRET',
  'SMS_KEY',
  'SMTP_URL',
  'PUSH_PRIVATE_KEY',
  'ALERT_WEBHOOK_URL',
] as const

export type SecretSetting = (typeof secretSettings)[number]

export const fileSettingOf = (name: SecretSetting): `${SecretSetting}_FILE` => `${name}_FILE`

/** Longer than any secret: a file that is longer is another file. */
const maxBytes = 10_000

/**
 * Replaces each `NAME_FILE` by the value in that file, without the line break at its end; empty means not set.
 * @returns the settings, and a sentence for each secret that is given twice or whose file cannot be read
 */
export function readSecretFiles(source: NodeJS.ProcessEnv): {
  source: NodeJS.ProcessEnv
  problems: Map<SecretSetting, string>
} {
  const values: NodeJS.ProcessEnv = { ...source }
  const problems = new Map<SecretSetting, string>()
  for (const name of secretSettings) {
    const fileSetting = fileSettingOf(name)
    const path = source[fileSetting]
    delete values[fileSetting]
    if (!path) continue
    const read = source[name]
      ? `${name} and ${fileSetting} are both set: remove one of them.`
      : readSecret(name, path)
    if (typeof read === 'string') problems.set(name, read)
    else values[name] = read.value
  }
  return { source: values, problems }
}

function readSecret(name: SecretSetting, path: string): string | { value: string } {
  try {
    const text = readFileSync(path, 'utf8')
    if (text.length > maxBytes) return `${fileSettingOf(name)} names ${path}, which is too long for a secret.`
    return { value: text.replace(/\r?\n$/, '') }
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    return `${fileSettingOf(name)} names ${path}, which cannot be read (${reason}).`
  }
}
