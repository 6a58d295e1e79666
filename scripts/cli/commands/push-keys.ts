import { newPushKey } from '@jhatpat/shared/providers/push/push-keys.ts'
import * as z from 'zod'
import { defineCommand } from '../kit/command.ts'

export const pushKeys = defineCommand({
  name: 'push:keys',
  summary: 'creates the key that signs push messages about orders',
  example: '',
  parameters: {},
  input: z.strictObject({}),
  run: async () => {
    const key = newPushKey()
    return {
      value: { PUSH_PRIVATE_KEY: key },
      text: `PUSH_PRIVATE_KEY=${key}\n\nPut it into the settings, and keep it: browsers that know one accept no messages by another.`,
    }
  },
})
