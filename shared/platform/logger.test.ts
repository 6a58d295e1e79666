import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'

/** @returns the lines that `write` logs */
function linesOf(write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = []
  write(createLogger('api', 'info', { write: (line) => void lines.push(line) }))
  for (const line of lines) expect(line).toMatch(/^[^\n]+\n$/)
  return lines.map((line) => JSON.parse(line))
}

it('writes one JSON object a line, with its time in ms since 1970, independent of the time zone', () => {
  const before = Date.now()
  const [line] = linesOf((log) => log.info({ event: 'sign_in', name: 'a\nb' }, 'one\ntwo'))
  expect(line).toMatchObject({ event: 'sign_in', msg: 'one\ntwo' })
  expect(line?.time).toBeGreaterThanOrEqual(before)
  expect(line?.time).toBeLessThanOrEqual(Date.now())
})

describe('a value under the name of a secret is redacted', () => {
  const hidden = '[redacted]'

  it('at any depth and in lists, next to fields that stay', () => {
    const [line] = linesOf((log) =>
      log.info(
        { otp: 1, id: 'a', of: { token: { a: 1 }, list: [{ deep: { secret: 's', at: 2 } }] } },
        'text',
      ),
    )
    expect(line).toMatchObject({
      otp: hidden,
      id: 'a',
      of: { token: hidden, list: [{ deep: { secret: hidden, at: 2 } }] },
      msg: 'text',
    })
  })

  it('in a child logger and in an error', () => {
    const [line] = linesOf((log) =>
      log
        .child({ req: { headers: { cookie: 'c' } } })
        .error({ err: Object.assign(new Error('e'), { key: 'k' }) }),
    )
    expect(line).toMatchObject({ req: { headers: { cookie: hidden } }, err: { message: 'e', key: hidden } })
  })

  it('but not a line’s own `key`, which may be a document’s', () => {
    const [line] = linesOf((log) => log.info({ key: 'a', of: { key: 'b' } }))
    expect(line).toMatchObject({ key: 'a', of: { key: hidden } })
  })
})

/** What a process writes that logs two lines and then ends in this way, without another turn of its event loop. */
async function outputBefore(end: string): Promise<string> {
  const script = `
    const { createLogger } = await import('${import.meta.dirname}/logger.ts')
    const log = createLogger('test', 'info')
    log.info('first')
    log.info('last')
    ${end}`
  const { stdout } = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return text(stdout)
}

it.each([
  ['kill -9', "process.kill(process.pid, 'SIGKILL')\nfor (;;);"],
  ['an uncaught exception', "throw new Error('fault')"],
  ['process.exit', 'process.exit(1)'],
])('has written every line before %s', async (_what, end) => {
  expect(await outputBefore(end)).toContain('"msg":"last"')
})
