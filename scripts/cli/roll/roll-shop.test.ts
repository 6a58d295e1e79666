import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { FakeDocker } from './fake-docker.ts'
import type { RollOptions } from './replace-processes.ts'
import { rollShop } from './roll-shop.ts'

const former = 'sha256:former'
const newer = 'sha256:newer'

let docker: FakeDocker
let reported: string[]
beforeEach(() => {
  docker = new FakeDocker(former)
  docker.images.set('jhatpat-app', { id: newer })
  reported = []
})

const roll = (options: Partial<RollOptions> = {}) =>
  rollShop({
    docker: docker.run,
    report: (line) => reported.push(line),
    sleep: async () => undefined,
    isBack: false,
    readyWithinMs: 30_000,
    ...options,
  })

const runningOf = (imageId: string) => docker.running.filter((one) => one.endsWith(imageId)).length

describe('a roll', () => {
  it('replaces workers, then the api, one process at a time, and two of each are always ready', async () => {
    expect(await roll()).toEqual({ image: newer, replaced: 4, contracting: [] })
    expect(docker.running).toEqual([
      `workers 3 ${newer}`,
      `workers 4 ${newer}`,
      `api 3 ${newer}`,
      `api 4 ${newer}`,
    ])
    expect(docker.leastReady).toBe(2)
    const changing = docker.commands.filter((command) => /^(compose (run|up)|stop)/.test(command))
    expect(changing[0]).toContain('prepare-database.ts')
    expect(changing.at(-2)).toMatch(/^compose up .*backup$/)
    expect(docker.images.get('jhatpat-app:former')).toEqual({ id: former })
  })

  it('has nothing to do a second time', async () => {
    await roll()
    expect(await roll()).toMatchObject({ replaced: 0 })
    expect(docker.images.get('jhatpat-app:former')).toEqual({ id: former })
  })

  it('also brings changed settings to processes of the same image', async () => {
    await roll()
    docker.hash = 'bbbb'
    expect(await roll()).toMatchObject({ replaced: 4 })
  })

  it('also brings a changed secret, which is in a file', async () => {
    docker.secretsFolder = mkdtempSync(join(tmpdir(), 'jhatpat-secrets-'))
    onTestFinished(() => rmSync(docker.secretsFolder, { recursive: true }))
    const path = join(docker.secretsFolder, 'SMS_KEY')
    writeFileSync(path, 'former')
    await roll()
    expect(await roll()).toMatchObject({ replaced: 0 })
    await untilFilesAreLater()
    // As a program that copies it with its former time.
    writeFileSync(path, 'next')
    utimesSync(path, 0, 0)
    expect(await roll()).toMatchObject({ replaced: 4 })
    expect(await roll()).toMatchObject({ replaced: 0 })
    expect(docker.leastReady).toBe(2)
  })

  it('is not misled by what clients print beside their results', async () => {
    docker.warning = 'time="…" level=warning msg="The \\"X\\" variable is not set. {[]}"'
    expect(await roll()).toMatchObject({ replaced: 4 })
  })

  it('says which migrations can run now, and runs none of them', async () => {
    docker.contracting = ['0003-drop-nicknames']
    expect(await roll()).toMatchObject({ contracting: ['0003-drop-nicknames'] })
    expect(reported.join('\n')).toContain('0003-drop-nicknames can run now')
    expect(docker.commands.join('\n')).not.toContain('--contract')
  })

  it('returns to the image that served before', async () => {
    await roll()
    expect(await roll({ isBack: true })).toMatchObject({ image: former, replaced: 4 })
    expect(runningOf(former)).toBe(4)
    expect(docker.images.get('jhatpat-app:former')).toEqual({ id: newer })
  })
})

/** Until a file that is written gets a later time than now: the clock of a file system may be milliseconds behind. */
async function untilFilesAreLater(): Promise<void> {
  const now = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'jhatpat-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = () => {
    writeFileSync(join(folder, 'now'), '')
    return Math.floor(statSync(join(folder, 'now')).ctimeMs)
  }
  await expect.poll(write, { interval: 1 }).toBeGreaterThan(now)
}

describe('a roll that is interrupted', () => {
  it('is continued by the same command, wherever it was killed', async () => {
    await roll()
    const commands = docker.commands.length
    for (let at = 1; at < commands; at += 1) {
      docker = new FakeDocker(former)
      docker.images.set('jhatpat-app', { id: newer })
      let left = at
      docker.before = () => {
        left -= 1
        if (left === 0) throw new Error('killed')
      }
      await roll().catch(() => undefined)
      docker.before = () => undefined
      await roll()
      expect(runningOf(newer), `killed before command ${at}`).toBe(4)
      expect(docker.running).toHaveLength(4)
      expect(docker.leastReady).toBe(2)
      expect(docker.images.get('jhatpat-app:former')).toEqual({ id: former })
    }
  })

  it('leaves the image that served in full to return to, when another one is rolled out then', async () => {
    docker.before = () => {
      if (docker.commands.some((command) => /^compose up .*api$/.test(command))) throw new Error('killed')
    }
    await expect(roll()).rejects.toThrow('killed')
    docker.before = () => undefined
    expect(docker.running.filter((one) => one.endsWith(former))).toEqual([
      `api 1 ${former}`,
      `api 2 ${former}`,
    ])
    docker.images.set('jhatpat-app', { id: 'sha256:newest' })
    await roll()
    expect(runningOf('sha256:newest')).toBe(4)
    expect(docker.images.get('jhatpat-app:former')).toEqual({ id: former })
  })
})

describe('a return that is interrupted', () => {
  it('is continued by the same command, and by a roll, wherever it was killed', async () => {
    await roll()
    const before = docker.commands.length
    await roll({ isBack: true })
    const commands = docker.commands.length - before
    for (const isBack of [true, false]) {
      for (let at = 1; at < commands; at += 1) {
        docker = new FakeDocker(former)
        docker.images.set('jhatpat-app', { id: newer })
        await roll()
        let left = at
        docker.before = () => {
          left -= 1
          if (left === 0) throw new Error('killed')
        }
        await roll({ isBack: true }).catch(() => undefined)
        docker.before = () => undefined
        const isToBeContinued = docker.images.get('jhatpat-app')?.id === former
        // Before the names have changed a roll has nothing to continue.
        if (!isBack && !isToBeContinued) continue
        await roll({ isBack })
        expect(runningOf(former), `killed before command ${at}`).toBe(4)
        expect(docker.leastReady).toBe(2)
        expect(docker.images.get('jhatpat-app:former')).toEqual({ id: newer })
        expect(docker.images.has('jhatpat-app:returning')).toBe(false)
      }
    }
  })
})

describe('a roll that cannot succeed', () => {
  it('stops at a process that never becomes ready, removes it and says its last lines; the former ones serve', async () => {
    docker.images.set('jhatpat-app', { id: newer, isBroken: true })
    await expect(roll()).rejects.toThrow(
      /The step "replace workers" failed; .*jhatpat-workers-3 was not ready after 30 s.*SECRET_KEY is missing.*deploy:roll --back/s,
    )
    expect(runningOf(former)).toBe(4)
    expect(docker.running).toHaveLength(4)
    expect(docker.leastReady).toBe(2)
  })

  it.each([
    [
      'an image that is not there',
      () => docker.images.delete('jhatpat-app'),
      /There is no image jhatpat-app/,
    ],
    [
      'an image of another product',
      () => docker.images.set('jhatpat-app', { id: newer, isForeign: true }),
      /not one of this shop/,
    ],
    ['a shop that does not run', () => docker.containers.splice(0), /No process of the shop runs/],
  ])('refuses %s and starts nothing', async (_what, make, message) => {
    make()
    const before = docker.running
    await expect(roll()).rejects.toMatchObject({ name: 'CliError', message: expect.stringMatching(message) })
    expect(docker.running).toEqual(before)
  })

  it('refuses to return where nothing served before', async () => {
    await expect(roll({ isBack: true })).rejects.toMatchObject({ name: 'CliError' })
    expect(runningOf(former)).toBe(4)
  })

  it('does not replace without end when the image changes during the roll', async () => {
    docker.before = (command) => {
      if (command.startsWith('compose up')) docker.images.set('jhatpat-app', { id: 'sha256:third' })
    }
    await expect(roll()).rejects.toThrow('The image, the settings or the secrets changed during the roll.')
    expect(runningOf(former)).toBe(4)
  })
})

describe('a shop whose processes are not all ready', () => {
  it('loses none to a roll that has nothing to replace', async () => {
    await roll()
    for (const one of docker.containers) docker.setUnready(one)
    await expect(roll()).rejects.toThrow('was not ready after 30 s')
    await expect(roll()).rejects.toThrow('was not ready after 30 s')
    expect(docker.running).toHaveLength(4)
  })

  it('loses first the former process that does not serve', async () => {
    const [, second] = docker.containers.filter(({ service }) => service === 'workers')
    docker.setUnready(second!)
    await roll()
    const stopped = docker.commands.filter((command) => command.startsWith('stop'))
    expect(stopped[0]).toBe(`stop ${second!.id}`)
    expect(docker.leastReady).toBe(1)
    expect(runningOf(newer)).toBe(4)
  })
})

describe('a return that cannot succeed', () => {
  it('leaves both ways open: to stay, and to try again', async () => {
    await roll()
    docker.images.set('jhatpat-app:former', { id: former, isBroken: true })
    await expect(roll({ isBack: true })).rejects.toThrow(/deploy:roll --back to try again/)
    expect(docker.images.get('jhatpat-app')).toMatchObject({ id: newer })
    expect(docker.images.get('jhatpat-app:former')).toMatchObject({ id: former })
    expect(await roll()).toMatchObject({ replaced: 0 })
    docker.images.set('jhatpat-app:former', { id: former })
    expect(await roll({ isBack: true })).toMatchObject({ image: former, replaced: 4 })
  })
})

describe('canaries', () => {
  /** Each time it is read, that much more has come. */
  type Each = { requests: number; errors?: number; p95?: number; faults?: number }
  const metrics =
    ({ requests, errors = 0, p95 = 0.1, faults = 0 }: Each) =>
    (time: number): string =>
      [
        `jhatpat_http_requests_total{method="GET",route="page",status="2xx"} ${time * (requests - errors)}`,
        `jhatpat_http_requests_total{method="GET",route="page",status="5xx"} ${time * errors}`,
        `jhatpat_http_request_duration_seconds_bucket{le="0.1",kind="page"} ${p95 <= 0.1 ? time * requests : 0}`,
        `jhatpat_http_request_duration_seconds_bucket{le="1",kind="page"} ${time * requests}`,
        `jhatpat_http_request_duration_seconds_bucket{le="+Inf",kind="page"} ${time * requests}`,
        `jhatpat_ledger_faults ${time === 1 ? 0 : faults}`,
      ].join('\n')
  const canaryMs = 60_000

  it('serve beside the former processes before these are replaced', async () => {
    docker.metrics.set(former, metrics({ requests: 200 }))
    docker.metrics.set(newer, metrics({ requests: 200 }))
    expect(await roll({ canaryMs })).toMatchObject({ replaced: 4 })
    expect(reported.join('\n')).toContain('watch the canaries for 60 s')
    expect(runningOf(newer)).toBe(4)
  })

  it('may be slower in their first seconds', async () => {
    docker.metrics.set(former, metrics({ requests: 200 }))
    const slowAtFirst = (time: number) =>
      metrics({ requests: 200 })(time).replace(/(le="0.1".*) \d+$/m, `$1 ${Math.max(1, time - 1) * 200}`)
    docker.metrics.set(newer, slowAtFirst)
    expect(await roll({ canaryMs })).toMatchObject({ replaced: 4 })
  })

  it.each([
    ['errors', metrics({ requests: 200, errors: 20 }), /answered 10.0 % of 200 requests with 5xx/],
    ['slow replies', metrics({ requests: 200, p95: 1 }), /p95 is 0\.955 s/],
    ['ledger faults', metrics({ requests: 200, faults: 2 }), /The ledger has 2 faults more/],
  ])('are removed again when they bring %s', async (_what, bad, message) => {
    docker.metrics.set(former, metrics({ requests: 200 }))
    docker.metrics.set(newer, bad)
    await expect(roll({ canaryMs })).rejects.toThrow(message)
    expect(docker.running).toHaveLength(4)
    expect(runningOf(former)).toBe(4)
    expect(docker.leastReady).toBe(2)
    expect(docker.images.get('jhatpat-app')).toEqual({ id: former })
  })

  it('never leave a service without processes when an interrupted roll has replaced some already', async () => {
    docker.metrics.set(former, metrics({ requests: 200 }))
    docker.metrics.set(newer, metrics({ requests: 200, errors: 20 }))
    docker.before = (command) => {
      if (command.startsWith('stop') && runningOf(newer) === 3) throw new Error('killed')
    }
    await roll().catch(() => undefined)
    docker.before = () => undefined
    await expect(roll({ canaryMs })).rejects.toThrow('Rolled back')
    expect(docker.leastReady).toBe(2)
    expect(reported.join('\n')).toContain('2 new processes of workers stay')
    expect(await roll()).toMatchObject({ image: former })
    expect(runningOf(former)).toBe(4)
  })

  it('that do not start, or do not answer, are removed as well', async () => {
    docker.metrics.set(former, metrics({ requests: 200 }))
    docker.metrics.set(newer, () => {
      throw new Error('the event loop hangs')
    })
    await expect(roll({ canaryMs })).rejects.toThrow(/^Rolled back: .*the event loop hangs/)
    expect(runningOf(former)).toBe(4)
    docker.images.set('jhatpat-app', { id: newer, isBroken: true })
    await expect(roll({ canaryMs })).rejects.toThrow(/^Rolled back: .*was not ready/)
    expect(docker.running).toHaveLength(4)
    expect(docker.images.get('jhatpat-app')).toEqual({ id: former })
  })

  it('that Docker has to start again are removed', async () => {
    docker.metrics.set(former, metrics({ requests: 200 }))
    docker.metrics.set(newer, metrics({ requests: 200 }))
    docker.before = (command) => {
      const canary = docker.containers.find(({ imageId }) => imageId === newer)
      if (canary && command.startsWith('exec')) canary.restarts += 1
    }
    await expect(roll({ canaryMs })).rejects.toThrow(/^Rolled back: jhatpat-workers-3 ended/)
    expect(runningOf(former)).toBe(4)
  })

  it('of changed settings leave the image as it is', async () => {
    await roll()
    const errorsOfCanary = (time: number) => metrics({ requests: 200, errors: 20 })(time)
    docker.hash = 'bbbb'
    docker.metricsOf = (one) => (one.hash === 'bbbb' ? errorsOfCanary : metrics({ requests: 200 }))
    await expect(roll({ canaryMs })).rejects.toThrow(/Restore the former settings/)
    expect(docker.images.get('jhatpat-app')).toEqual({ id: newer })
    expect(docker.running).toHaveLength(4)
  })

  it('need metrics to compare', async () => {
    docker.metricsPort = ''
    await expect(roll({ canaryMs })).rejects.toThrow('set METRICS_PORT first')
  })
})
