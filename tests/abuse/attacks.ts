import { callbacks } from './attacks/callbacks.ts'
import { idChecks } from './attacks/id-checks.ts'
import { longTexts } from './attacks/long-texts.ts'
import { pages } from './attacks/pages.ts'
import { passwords } from './attacks/passwords.ts'
import { pictures } from './attacks/pictures.ts'
import { textMessages } from './attacks/text-messages.ts'
import type { Attack } from './kit/attack.ts'

/** In the order in which they run. */
export const attacks: Readonly<Record<string, Attack>> = {
  texts: longTexts,
  pictures,
  passwords,
  checks: idChecks,
  callbacks,
  pages,
  sms: textMessages,
}
