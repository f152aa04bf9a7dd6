import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast } from '#islands/ui/accent.ts'
import { textClassOn } from './category-color.ts'

const textOn = (color: string) => (textClassOn(color) === 'text-white' ? '#ffffff' : '#000000')

test('text is white on a dark branch colour and black on a light one', () => {
  expect(textClassOn('#1d4e89')).toBe('text-white')
  expect(textClassOn('#ffc42e')).toBe('text-[#000]')
})

test('every colour that an administrator can choose has a contrast of at least 4.5 to its text', () => {
  const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'))
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      const color = `#${red}${green}${blue}`
      expect(contrast(textOn(color), color)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
