import { describe, expect, it } from 'vitest'
import { readLogLine } from './log-lines.ts'

const line = (fields: object) => JSON.stringify({ time: 1, name: 'api', ...fields })

describe('readLogLine', () => {
  it('recognises that a process is ready and shows nothing of that line', () => {
    expect(readLogLine(line({ level: 30, ready: true, port: 3000 }), 'stdout')).toEqual({ ready: true })
  })

  it('does not take a text about readiness for the ready line', () => {
    expect(readLogLine('"ready":true', 'stdout').ready).toBe(false)
    expect(readLogLine(line({ level: 30, ready: 'soon' }), 'stdout').ready).toBe(false)
  })

  it('shows a warning as its message and an error with its cause', () => {
    expect(readLogLine(line({ level: 40, msg: 'mongodb unavailable' }), 'stdout').shown).toBe(
      'mongodb unavailable',
    )
    const error = line({
      level: 50,
      msg: 'job failed',
      err: { message: 'read ECONNRESET\n at x', stack: '…' },
    })
    expect(readLogLine(error, 'stdout').shown).toBe('error: job failed: read ECONNRESET')
    const textError = line({ level: 50, msg: 'job failed', err: 'no such item' })
    expect(readLogLine(textError, 'stdout').shown).toBe('error: job failed: no such item')
  })

  it('does not repeat the same text', () => {
    const error = line({ level: 60, msg: 'boom', err: { message: 'boom' } })
    expect(readLogLine(error, 'stdout').shown).toBe('error: boom')
  })

  it('shows plain text only from standard error', () => {
    expect(readLogLine('Setting SMS_KEY is missing.', 'stderr').shown).toBe('Setting SMS_KEY is missing.')
    expect(readLogLine('hello', 'stdout')).toEqual({ ready: false })
    expect(readLogLine('   ', 'stderr')).toEqual({ ready: false })
  })

  it('treats a broken JSON line as text', () => {
    expect(readLogLine('{"level":50', 'stderr').shown).toBe('{"level":50')
  })

  it('shortens what is too long for a terminal', () => {
    expect(readLogLine(line({ level: 40, msg: 'x'.repeat(1_000) }), 'stdout').shown).toHaveLength(300)
  })
})
