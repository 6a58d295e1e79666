import { type Delay, delays } from '@jhatpat/shared/contracts/delays.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderShop } from '../../../../tests/screens/render-shop.tsx'

const one: Delay = {
  ...{ products: ['mobile-legends-ph'], isLetOut: false, newsAt: '2026-11-21T16:00:00.000Z' },
  ...{ en: 'Mobile Legends PH takes longer just now.', hi: 'Mobile Legends PH में अभी देर हो रही है।' },
}
const shown = (delay: Delay) => renderShop('/home', { answers: (api) => api.on(delays, () => [delay]) })

it('says on home what takes longer, and when there is news', async () => {
  shown(one)
  expect(await screen.findByText('Mobile Legends PH takes longer just now. News by 9:30 pm.')).toBeVisible()
})

it('says that waiting orders go out, once they do', async () => {
  shown({ ...one, isLetOut: true })
  expect(await screen.findByText(/just now. Waiting orders go out now, the oldest first.$/)).toBeVisible()
})
