import { expect, test } from 'vitest'
import { createDisturbance, disturbanceText, updateDisturbance } from './disturbance.ts'

test('the state is loading only until the first response', () => {
  const start = createDisturbance('')
  expect(start).toMatchObject({ status: 'loading', hasLoaded: false })
  expect(updateDisturbance(start, null)).toEqual({ status: 'success', hasLoaded: true, content: '', error: null })
})

test('a message appears, and disappears when it is removed', () => {
  const shown = updateDisturbance(createDisturbance(''), { content: 'Betalningar ligger nere' })
  expect(shown.content).toBe('Betalningar ligger nere')
  expect(updateDisturbance(shown, null).content).toBe('')
})

test('a failure is shown and does not remove the message', () => {
  const shown = updateDisturbance(createDisturbance(''), { content: 'Betalningar ligger nere' })
  expect(updateDisturbance(shown, new Error('503'))).toEqual({ ...shown, status: 'error', error: '503' })
})

test('the banner shows an unknown state only when nothing else is known', () => {
  const message = { content: 'Betalningar ligger nere' }
  expect(disturbanceText(null, false)).toBeNull()
  expect(disturbanceText(message, false)).toBe(message.content)
  expect(disturbanceText(message, true)).toBe(message.content)
  expect(disturbanceText('failed', false)).toBe('An unknown error occured.')
  expect(disturbanceText(null, true)).toBe('An unknown error occured.')
})
