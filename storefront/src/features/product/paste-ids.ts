import { latinDigits } from '@jhatpat/shared/contracts/latin-digits.ts'

type PastedIds = { first: string; second: string }

/** Splits `123456789 (1234)` or `ID: 123456789 Server: 1234`, as players copy it, into its two parts. */
export function splitPastedIds(text: string): PastedIds | undefined {
  const latin = latinDigits(text).normalize('NFC')
  return splitLabelled(latin) ?? splitNumbers(latin)
}

function splitNumbers(text: string): PastedIds | undefined {
  const parts = /^\s*(\d{4,})\s*[\s([,/|-]\s*(\d{1,8})\s*[)\]]?\s*$/.exec(text)
  return parts?.[1] && parts[2] ? { first: parts[1], second: parts[2] } : undefined
}

/** Both parts by the words before them, in either order. */
function splitLabelled(text: string): PastedIds | undefined {
  if (text.length > 120) return undefined
  const server = serverPart.exec(text)
  const rest = server ? text.replace(server[0], ' ') : text
  const id = idPart.exec(rest)
  return server?.[1] && id?.[1] ? { first: id[1], second: server[1].trim() } : undefined
}

const serverPart =
  /(?:zone|server|सर्वर|ज़ोन)(?:\s*(?:(?:id|no|number)\b|आईडी))?[\s:=(#.-]*(\d{1,8}|(?!id\b)\p{L}\w{1,20})\)?/iu
const idPart = /(?<!\p{L})(?:u?id|आईडी)[\s:=(#.-]*(\d{3,20})/iu
