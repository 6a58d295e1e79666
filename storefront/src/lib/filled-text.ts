import { type AnyText, plainText } from '@jhatpat/shared/ui/texts/translate.ts'

/**
 * A text from the server in the current language. `templates`: our texts with `{places}` that it may be a
 * filling of.
 */
export function filledText(text: string, templates: readonly AnyText[]): string {
  for (const template of templates) {
    const [filled, ...values] = pattern(template).exec(text) ?? []
    if (filled === undefined) continue
    const names = [...template.matchAll(place)].map(([, name]) => name)
    return plainText(template).replace(place, (_, name) => values[names.indexOf(name)] ?? '')
  }
  return plainText(text)
}

const place = /\{(\w+)\}/g

function pattern(template: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+?)')}$`)
}
