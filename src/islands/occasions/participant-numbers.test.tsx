import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Tallies } from './ParticipantNumbers.tsx'

const html = (maxParticipants: number | null, unseenCount: number) =>
  renderToStaticMarkup(
    <Tallies rows={[]} occasion={{ maxParticipants }} unseenCount={unseenCount} only={null} onOnly={() => undefined} />,
  )

test('the taken seats are said in words, and those of people whom the reader may not see are taken too', () => {
  expect(html(10, 3)).toContain('3 av 10 platser')
  expect(html(10, 0)).toContain('0 av 10 platser')
  expect(html(10, 3)).not.toContain(' / 10')
})

test('an occasion without a limit says nothing about seats', () => {
  expect(html(null, 3)).not.toContain('platser')
})
