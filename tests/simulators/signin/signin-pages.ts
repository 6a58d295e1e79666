import { escapeHtml, page } from '../wire/page.ts'
import { signInPeople } from './signin-people.ts'

/**
 * The page on which a person chooses an account. Each button is a complete form, so that no script is
 * needed.
 */
export function loginPage(address: string): string {
  const form = (fields: string) => `<form method="post" action="${escapeHtml(address)}">${fields}</form>`
  const people = signInPeople.map(({ name, email, note }) =>
    form(
      `<button class="wide" name="email" value="${escapeHtml(email)}">${escapeHtml(name)}<br><small>${escapeHtml(email)}, ${escapeHtml(note)}</small></button>`,
    ),
  )
  return page(
    'Sign in',
    `<div class="narrow"><section><h1>Sign in</h1><p class="quiet">to go on to Jhatpat</p>
${people.join('')}
${form('<input name="email" type="email" required placeholder="somebody@example.test" aria-label="Email"><button class="accent">Continue</button>')}
${form('<button class="wide" name="cancel" value="yes">Cancel</button>')}
<small>Nobody needs a password here.</small></section></div>`,
  )
}

export const brokenPage = (reason: string): string =>
  page(
    'Sign in',
    `<div class="narrow"><section><h1>This did not work</h1><p>${escapeHtml(reason)}</p></section></div>`,
  )
