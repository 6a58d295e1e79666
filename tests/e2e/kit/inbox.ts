import { until } from './environment.ts'

/** The newest code that was sent to a mobile number by text message, other than `before`. */
export function codeTo(mobile: string, before?: string): Promise<string> {
  return until(`a code for ${mobile}`, async () => {
    const [newest] = await read<{ text: string }>(`sms.json?mobile=${mobile}`)
    const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
    return code === before ? undefined : code
  })
}

/** The newest code that was mailed to an address. */
export function mailedCodeTo(email: string): Promise<string> {
  return until(`a code for ${email}`, async () => {
    const mails = await read<{ text: string }>(`mail.json?to=${encodeURIComponent(email)}`)
    return mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined)
  })
}

/** The path of the newest link below `page` that was mailed to an address. */
export function linkTo(email: string, page: string): Promise<string> {
  return until(`a link for ${email}`, async () => {
    const mails = await read<{ text: string }>(`mail.json?to=${encodeURIComponent(email)}`)
    const link = mails.map(({ text }) => new RegExp(`${page}/[\\w-]+/[\\w-]+`).exec(text)?.[0])
    return link.find((path) => path !== undefined)
  })
}

async function read<T>(path: string): Promise<T[]> {
  return (await fetch(`${process.env.E2E_SIMULATOR_URL}/inbox/${path}`)).json() as Promise<T[]>
}
