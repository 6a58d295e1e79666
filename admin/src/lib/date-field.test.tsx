import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { DateField, parseDay } from './date-field.tsx'

it.each([
  ['21-11-2026', '2026-11-21'],
  ['1/2/2026', '2026-02-01'],
  ['2026-11-21', '2026-11-21'],
  ['31-02-2026', ''],
  ['21-11-26', ''],
  ['', ''],
])('reads %s as “%s”', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

function Sample({ onChange, max }: { onChange: (day: string) => void; max?: string }) {
  const [day, setDay] = useState('2026-11-21')
  return (
    <DateField
      label="Day"
      value={day}
      max={max}
      onChange={(next) => {
        setDay(next)
        onChange(next)
      }}
    />
  )
}

it('shows a day as the shop writes it, and reports only complete days', async () => {
  const onChange = vi.fn<(day: string) => void>()
  render(<Sample onChange={onChange} />)
  const field = screen.getByLabelText('Day')
  expect(field).toHaveValue('21-11-2026')
  await userEvent.clear(field)
  await userEvent.type(field, '22-11-2026')
  expect(onChange.mock.calls).toEqual([[''], ['2026-11-22']])
  expect(field).toHaveValue('22-11-2026')
})

it('says what is missing when it is left, and refuses a day outside its range', async () => {
  const onChange = vi.fn<(day: string) => void>()
  render(<Sample onChange={onChange} max="2026-11-23" />)
  const field = screen.getByLabelText('Day')
  await userEvent.clear(field)
  await userEvent.type(field, '22-11')
  await userEvent.tab()
  expect(screen.getByText('Enter the date as dd-mm-yyyy.')).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, '24-11-2026')
  await userEvent.tab()
  expect(screen.getByText('Choose 23-11-2026 or earlier.')).toBeVisible()
  expect(onChange).not.toHaveBeenCalledWith('2026-11-24')
})
