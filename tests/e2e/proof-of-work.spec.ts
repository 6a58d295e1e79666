import { randomInt } from 'node:crypto'
import { expect, phone, test } from './kit/test.ts'

const aNumber = () => String(randomInt(9_200_000_000, 9_299_999_999))

test('a code costs a stranger’s phone a proof of work once half of the hour’s codes are sent, and shows no puzzle', async ({
  open,
  request,
}) => {
  const ask = async () => (await request.post('/api/otp/otp-login', { data: { mobile: aNumber() } })).status()
  // Half of the 40 of this shop, some of which other tests may have used.
  await expect(async () => expect(await ask()).toBe(429)).toPass({ intervals: [10] })
  const page = await open('visitor', '/otplogin', phone)
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/otp/otp-login')) statuses.push(response.status())
  })
  await page.getByLabel(/Mobile number/).fill(aNumber())
  await page.getByRole('button', { name: /Send/ }).click()
  await page.waitForURL('**/otpverify/*')
  expect(statuses).toEqual([429, 200])
})
