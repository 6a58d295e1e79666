import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { smsTemplateNames } from '../../platform/sms-template-names.ts'
import { templateToRegister } from './sms-text.ts'

it.each(smsTemplateNames)('documents the template %s exactly, for its registration', async (name) => {
  const path = join(import.meta.dirname, '../../../docs/how-to/send-text-messages.md')
  const guide = await readFile(path, 'utf8')
  expect(guide).toContain(`| \`${name}\` | ${templateToRegister(name, 'https://SHOP')} |`)
})
