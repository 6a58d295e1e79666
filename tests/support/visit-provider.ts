import { request } from 'node:http'

type Answer = { location: string | undefined; text: string }

/**
 * What a person does at the simulator of the sign-in provider, without a browser: opens the address,
 * chooses an account if asked, and is redirected back.
 * @returns the shop's address that the provider finally redirects to
 */
export async function visitProvider(address: string, email: string): Promise<string> {
  const provider = new URL(address).origin
  const cookies = new Map<string, string>()
  let next = address
  for (let steps = 0; steps < 10; steps++) {
    if (new URL(next).origin !== provider) return next
    const page = await visit(next, { cookies })
    const answer = page.location ? page : await visit(next, { cookies, form: { email } })
    if (!answer.location) throw new Error(`the provider leads nowhere: ${answer.text}`)
    next = new URL(answer.location, next).href
  }
  throw new Error('the provider leads round and round')
}

type How = { cookies: Map<string, string>; form?: Record<string, string> }

function visit(address: string, { cookies, form }: How): Promise<Answer> {
  const body = form && new URLSearchParams(form).toString()
  const headers = {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: form ? 'POST' : 'GET', headers }, (reply) => {
      for (const line of reply.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      let text = ''
      reply.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      reply.on('end', () => resolve({ location: reply.headers.location, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
