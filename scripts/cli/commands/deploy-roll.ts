import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { defineCommand } from '../kit/command.ts'
import { dockerIn } from '../roll/docker.ts'
import { lockRoll } from '../roll/lock-roll.ts'
import { rollShop } from '../roll/roll-shop.ts'

const folder = join(import.meta.dirname, '../../..')

const seconds = (least: number, most: number) =>
  z.coerce.number(`is a number from ${least} to ${most}`).min(least).max(most)

export const deployRoll = defineCommand({
  name: 'deploy:roll',
  summary:
    'replaces the processes of docker compose one by one, without an outage; on the machine of the containers',
  example: '--canary',
  parameters: {
    '--canary':
      'first let one new process of each service serve for five minutes, and go back when it does worse',
    '--canary-seconds <n>': 'how long it serves, from 15 to 3600 (300)',
    '--back': 'return to the image that served before',
    '--ready-within <seconds>': 'how long a new process may take until it is ready, from 5 to 1800 (300)',
  },
  input: z
    .strictObject({
      canary: z.boolean().default(false),
      canarySeconds: seconds(15, 3_600).default(300),
      back: z.boolean().default(false),
      readyWithin: seconds(5, 1_800).default(300),
    })
    .refine(({ canary, back }) => !(canary && back), 'Use either --canary or --back'),
  run: async ({ report }, { canary, canarySeconds, back, readyWithin }) => {
    const unlock = lockRoll(folder)
    try {
      const result = await rollShop({
        docker: dockerIn(folder),
        report,
        sleep,
        isBack: back,
        readyWithinMs: readyWithin * 1_000,
        ...(canary && { canaryMs: canarySeconds * 1_000 }),
      })
      const text =
        result.replaced === 0
          ? 'Every process was already of this image and these settings.'
          : `Replaced ${result.replaced} processes.`
      return { value: result, text }
    } finally {
      unlock()
    }
  },
})
