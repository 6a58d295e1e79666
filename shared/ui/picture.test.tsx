import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fallbackPicture } from './art.ts'
import { Picture } from './picture.tsx'

const shown = () => screen.getByRole('img', { name: 'Mobile Legends' })

it('shows the fallback without a picture, and when it fails to load', () => {
  const { rerender } = render(<Picture src="" alt="Mobile Legends" width={4} height={5} />)
  expect(shown()).toHaveAttribute('src', fallbackPicture)
  rerender(<Picture src="/a.webp" alt="Mobile Legends" width={4} height={5} />)
  expect(shown()).toHaveAttribute('src', '/a.webp')
  fireEvent.error(shown())
  expect(shown()).toHaveAttribute('src', fallbackPicture)
})
