// cspell:ignore ipheriv
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { callRegistry } from '@jhatpat/shared/contracts/call-registry.ts'
import { otpMs } from '@jhatpat/shared/contracts/otp-life.ts'
import { ownWords } from '@jhatpat/shared/domain/accounts/common-passwords.ts'
import { maxOtpTries } from '@jhatpat/shared/domain/accounts/otp-model.ts'
import { challengeMs } from '@jhatpat/shared/domain/accounts/second-factor-challenge-model.ts'
import { maxSessions, sessionMs } from '@jhatpat/shared/domain/accounts/session-model.ts'
import { everyVendor } from '@jhatpat/shared/providers/vendors.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type LimitEnv, type LimitRule, ownRules } from '../../api/src/http/limit-rules.ts'

const root = resolve(import.meta.dirname, '../..')
let text: string
/** The sources of the server in production, by path. */
let sources: Map<string, string>
beforeAll(async () => {
  text = await readFile(join(root, 'docs/security-rules.md'), 'utf8')
  sources = new Map((await Promise.all(['api/src', 'workers/src', 'shared'].map(sourcesBelow))).flat())
})

/** The text below a heading, to the next one. */
const section = (heading: string) => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
const all = (from: string, pattern: RegExp) => [...from.matchAll(pattern)].map(([, found = '']) => found)
const sorted = (list: Iterable<string>) => [...new Set(list)].sort()
const inSources = (pattern: RegExp) => sorted([...sources.values()].flatMap((source) => all(source, pattern)))

describe('the figures of docs/security-rules.md', () => {
  it('match the code: limits against guessing', () => {
    const env = { SECRET_KEY: '', SECRET_KEY_PREVIOUS: '' } as LimitEnv
    const rules = callRegistry.flatMap((route) => ownRules(route, env))
    const guesses = rules.filter(({ isClosed, name }) => isClosed && !name.startsWith('sms-'))
    const rows = all(section('Limits against guessing'), /^(\| `[\w-]+` \|.*)$/gm)
    expect(rows.map(limitOfRow).sort()).toEqual(sorted(guesses.map(limitOf)))
    expect(rows.length).toBeGreaterThan(15)
  })

  it('match the code: tries and lengths of codes and sessions', () => {
    const minutes = (ms: number) => `after ${ms / 60_000} minutes`
    expect(maxOtpTries).toBe(5)
    expect(section('Limits against guessing')).toContain(
      `A code by text message has five tries and ends ${minutes(otpMs)}. A ticket for the second factor has five tries and ends ${minutes(challengeMs)}.`,
    )
    expect(section('Sessions')).toContain(`ends ${sessionMs / 3_600_000} hours after its sign-in`)
    expect(section('Sessions')).toContain(`**How many**: ${maxSessions} for each person`)
  })

  it('match the code: words that no password may consist of', () => {
    expect(section('Passwords')).toContain(`around them: ${ownWords.join(', ')}.`)
  })

  it('match the code: sizes of pictures', async () => {
    const files = section('Files')
    const number = (path: string, name: string) => {
      const [, figure = ''] = new RegExp(`${name} = ([\\d_* ]+)`).exec(sources.get(path) ?? '') ?? []
      return figure.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1)
    }
    const megabyte = 1024 * 1024
    expect(files).toContain(
      `${number('shared/contracts/admin-gallery.ts', 'maxUploadBytes') / megabyte} MB at most`,
    )
    const encoder = 'shared/domain/catalogue/encode-main.ts'
    const [side, pixels] = ['maxSide', 'maxPixels'].map((name) =>
      number(encoder, name).toLocaleString('en-US'),
    )
    expect(files).toContain(`${side} pixels a side and ${pixels} in all`)
    const storedMb = number('shared/domain/catalogue/media-store.ts', 'maxMediaBytes') / megabyte
    expect(files).toContain(`at most ${storedMb} MB`)
  })
})

describe('the lists of docs/security-rules.md', () => {
  it('name every key that is derived, and every algorithm of the source', () => {
    const keys = section('Keys and ciphers')
    const purposes = sources
      .get('shared/platform/secret-key.ts')
      ?.split('SecretPurpose =')[1]
      ?.split('\n\n')[0]
    expect(all(keys, /one for each purpose: ([\w, -]+);/g)).toEqual([
      all(purposes ?? '', /'([\w-]+)'/g).join(', '),
    ])
    const named = (kind: string) =>
      sorted(all(keys, new RegExp(`${kind} ([\\w, -]+?)[;.]`, 'g'))[0]?.split(', ') ?? [])
    expect(named('ciphers')).toEqual(inSources(/create(?:C|Dec)ipheriv\('([\w-]+)'/g))
    expect(named('hashes')).toEqual(inSources(/(?:createHash|createHmac|hkdfSync)\('([\w-]+)'/g))
    const using = (name: string) =>
      [...sources].flatMap(([path, source]) => (source.includes(`('${name}')`) ? [path] : []))
    expect(using('sha1')).toEqual(['api/src/http/limit-store.ts'])
    expect(using('md5')).toEqual(['shared/providers/suppliers/smile-one.ts'])
    expect(named('curves')).toEqual(inSources(/^const curve = '(\w+)'/gm))
  })

  it('name every external address that is called', () => {
    const named = all(section('Outgoing connections'), /`([A-Z_]+_UR[LI])`/g)
    expect(sorted(named)).toEqual(
      sorted(['MONGODB_URI', 'REDIS_URL', ...everyVendor.map(({ address }) => address)]),
    )
  })

  it('name every event of the log', () => {
    const named = all(section('Logs').split('**Never')[0]?.split('field `event`:')[1] ?? '', /`([a-z_]+)`/g)
    const written = [...sources].flatMap(([path, source]) =>
      path.startsWith('shared/domain/incidents/') ? [] : all(source, /(?<!\()event: '([a-z_]+)'(?! \|)/g),
    )
    const chosen = all(sources.get('api/src/http/security-log.ts') ?? '', /(?:return|\?\??|:) '([a-z_]+)'/g)
    expect(sorted(named)).toEqual(sorted([...written, ...chosen]))
    expect(named).toContain('sign_in_failed')
  })

  it('name every destination of logs: standard output, and the folder of evidence', () => {
    const elsewhere =
      /pino\.(?:destination(?!\(\{ dest: 1, sync: true \}\))|transport|multistream)|createWriteStream|appendFile|pino\((?!options, redacted\()/
    const made = [...sources].filter(([, source]) => elsewhere.test(source)).map(([path]) => path)
    expect(made).toEqual(['shared/platform/evidence-files.ts'])
    expect(inSources(/(createLogger\([^)]*, [^)]*, [^)]*\))/g)).toEqual([
      'createLogger(name: string, level: string, to?: DestinationStream)',
    ])
  })
})

const limitOf = ({ name, limit, windowMs, isClosed }: LimitRule) =>
  [name, limit, windowMs / 1_000, isClosed ? 'closed' : ''].join(' ')

function limitOfRow(row: string): string {
  const [, name = '', , limit, window = '', closed] = row.split('|').map((cell) => cell.trim())
  const [count, unit = ''] = window.split(' ')
  const seconds = { min: 60, h: 3_600, day: 86_400 }[unit] ?? Number.NaN
  return [name.replaceAll('`', ''), limit, Number(count) * seconds, closed].join(' ')
}

async function sourcesBelow(folder: string): Promise<[string, string][]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'))
  return Promise.all(
    paths.map(
      async (path) => [path.slice(root.length + 1), await readFile(path, 'utf8')] as [string, string],
    ),
  )
}
